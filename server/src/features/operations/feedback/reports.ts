import type { Queryable } from '../../../platform/database/database.ts';

type NewReport = { type: string; subject: string; message: string; email: string; userId: string | null; now: Date };

export async function insertReport(db: Queryable, report: NewReport): Promise<void> {
  const { type, subject, message, email, userId, now } = report;
  await db
    .insertInto('reports')
    .values({ report_type: type, subject, message, email, user_id: userId, created_at: now })
    .execute();
}

export async function setResponse(tx: Queryable, id: string, response: string): Promise<void> {
  await tx.updateTable('reports').set({ response }).where('id', '=', id).execute();
}

/** False when there is none. */
export async function dropReport(tx: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('reports').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Empties the reports of an account that goes, also those written without being signed in. Returns their ids. */
export async function forgetReports(
  tx: Queryable,
  { userId, email }: { userId: string; email: string },
): Promise<string[]> {
  const rows = await tx
    .updateTable('reports')
    .set({ email: '', message: '', response: '', subject: 'From a deleted account' })
    .where((eb) => eb.or([eb('user_id', '=', userId), eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase())]))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
