import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** Matches the HTML pattern of `input type=email`. RFC 5321 forbids longer emails. */
const Email = z.email({ pattern: z.regexes.html5Email }).max(254);

/**
 * The form in which an address is stored and looked for, its domain as mail servers know it; undefined for what cannot
 * be one.
 */
export function readEmail(typed: string): string | undefined {
  const address = typed.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 1) return undefined;
  const parsed = Email.safeParse(`${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`);
  // An address without a dot is one of this machine alone.
  return parsed.success && parsed.data.includes('.', at) ? parsed.data : undefined;
}
