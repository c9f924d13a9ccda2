import type { Queryable } from '../../platform/database/database.ts';

/** Closes an account that is to be erased; false where there is none, or it is closed so already. */
export async function markAccountForDeletion(tx: Queryable, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ is_active: false, deletion_requested_at: now })
    .where('id', '=', userId)
    .where('deletion_requested_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The accounts that are to be erased and are still there. */
export const accountsToErase = (db: Queryable) =>
  db.selectFrom('users').select(['id', 'email']).where('deletion_requested_at', 'is not', null).orderBy('id').execute();

/** One of them; undefined when it is gone, or is not to be erased. */
export const accountToErase = (db: Queryable, userId: string): Promise<{ email: string } | undefined> =>
  db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('deletion_requested_at', 'is not', null)
    .executeTakeFirst();

/** The account, and with it every row that is only there because of it. */
export async function dropAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute();
}
