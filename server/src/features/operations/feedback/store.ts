import type { Queryable } from '../../../platform/database/database.ts';

type NewReport = { type: string; subject: string; message: string; email: string; userId: string | null; now: Date };

export async function insertReport(db: Queryable, report: NewReport): Promise<void> {
  const { type, subject, message, email, userId, now } = report;
  await db
    .insertInto('reports')
    .values({ report_type: type, subject, message, email, user_id: userId, created_at: now })
    .execute();
}
