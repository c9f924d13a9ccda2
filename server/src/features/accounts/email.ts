import { z } from 'zod';

const Email = z.email().max(254);

/** The form in which an address is stored and looked for; undefined for what cannot be one. */
export function readEmail(typed: string): string | undefined {
  const parsed = Email.safeParse(typed.trim().toLowerCase());
  return parsed.success ? parsed.data : undefined;
}
