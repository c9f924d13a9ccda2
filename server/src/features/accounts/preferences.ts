import type { Updateable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** What members choose for themselves. */
type Preferences = Pick<
  Updateable<Tables['users']>,
  'custom_prompt' | 'quote_count' | 'base_search_prompt' | 'keeps_voices'
>;

export async function setPreferences(db: Queryable, userId: string, preferences: Preferences): Promise<void> {
  await db.updateTable('users').set(preferences).where('id', '=', userId).execute();
}
