import type { Queryable } from '../../platform/database/database.ts';

export async function setRecordingMails(db: Queryable, userId: string, wants: boolean): Promise<void> {
  await db.updateTable('users').set({ recording_mails: wants }).where('id', '=', userId).execute();
}

/** Whether a member is told by mail what becomes of recordings. */
export async function wantsRecordingMails(db: Queryable, userId: string): Promise<boolean> {
  const { recording_mails: wants } = await db
    .selectFrom('users')
    .select('recording_mails')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return wants;
}
