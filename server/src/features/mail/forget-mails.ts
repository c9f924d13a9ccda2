import type { Queryable } from '../../platform/database/database.ts';

/** Deletes what was written to an address, or is to be. Returns the ids. */
export async function forgetMails(tx: Queryable, email: string): Promise<string[]> {
  const rows = await tx.deleteFrom('mails').where('recipient', '=', email).returning('id').execute();
  return rows.map(({ id }) => id);
}
