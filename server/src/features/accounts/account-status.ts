import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * SQL condition: the account in this column is active. URLs with their own key (uploads, media, downloads, exports)
 * check only this and stop while an account is deactivated.
 */
export const accountIsActive = (column: 'uploads.user_id' | 'videos.user_id'): RawBuilder<boolean> =>
  sql<boolean>`exists (select from users where users.id = ${sql.ref(column)} and users.is_active)`;

/** The same for an address that names the account itself. */
export async function isActive(db: Queryable, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a membership with this end has expired. */
export const hasExpired = (end: Date | null, now: Date): boolean => end === null || end <= now;

type Ends = { membership_end: Date | null; grace_end: Date | null };

/**
 * Whether a membership goes on although its renewal was not paid. Whoever is granted another end owes nothing for it.
 */
export const isInGrace = ({ membership_end: end, grace_end: grace }: Ends, now: Date): boolean =>
  !hasExpired(end, now) && grace?.getTime() === end?.getTime();
