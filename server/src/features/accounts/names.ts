import { Problem } from '@lectern/contract/problem';
import { visibleText } from '@lectern/contract/rules/visible-text';
import type { Queryable } from '../../platform/database/database.ts';
import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** Characters of one name; the lists of the back office are sorted by an index, and that takes no long texts. */
export const longestName = 100;

/**
 * A person's names in the form in which they are stored. Throws `missing_fields`, and `bad_request` when one is too
 * long.
 */
export function readNames(typed: { firstname: string; lastname: string }): { firstname: string; lastname: string } {
  const names = { firstname: visibleText(typed.firstname), lastname: visibleText(typed.lastname) };
  if (!names.firstname || !names.lastname) throw new Problem('missing_fields');
  if (names.firstname.length > longestName || names.lastname.length > longestName)
    throw new Problem('bad_request', { detail: `Please enter names of at most ${longestName} characters.` });
  return names;
}

/** Changes names, in the form of `readNames`, and whether the account is active. */
export async function setPerson(
  tx: Queryable,
  userId: string,
  person: { firstname: string; lastname: string; is_active?: boolean },
): Promise<void> {
  await tx.updateTable('users').set(person).where('id', '=', userId).execute();
}

/** Throws `missing_fields`, and `bad_request` when one is too long. */
export const changeNames = (
  tx: Queryable,
  userId: string,
  typed: { firstname: string; lastname: string },
): Promise<void> => setPerson(tx, userId, readNames(typed));

/** Matches the HTML pattern of `input type=email`. RFC 5321 forbids longer emails. */
const Email = z.email({ pattern: z.regexes.html5Email }).max(254);

/**
 * The form in which an address is stored and looked for, its domain as mail servers know it; undefined for what cannot
 * be one.
 */
export function normaliseEmail(typed: string): string | undefined {
  const address = typed.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 1) return undefined;
  const parsed = Email.safeParse(`${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`);
  // An address without a dot is one of this machine alone.
  return parsed.success && parsed.data.includes('.', at) ? parsed.data : undefined;
}
