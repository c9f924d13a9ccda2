import type { Updateable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Settings that members choose for themselves. */
type Preferences = Pick<
  Updateable<Tables['users']>,
  'custom_prompt' | 'quote_count' | 'base_search_prompt' | 'voice_recognition' | 'recording_mails'
>;

export async function setPreferences(db: Queryable, userId: string, preferences: Preferences): Promise<void> {
  await db.updateTable('users').set(preferences).where('id', '=', userId).execute();
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
