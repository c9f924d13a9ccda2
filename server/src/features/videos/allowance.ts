import type { Plan } from '@lectern/contract/accounts';
import { Problem } from '@lectern/contract/problem';
import type { Queryable } from '../../platform/database/database.ts';
import { hasExpired } from '../accounts/standing.ts';

/** Ids of a member's videos that count against the plan's maximum, newest first. */
export async function activeVideos(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_sample', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of all that lies in a member's library, with what counts against no plan. */
export async function videosOfMember(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

const lockedMember = (tx: Queryable, userId: string) =>
  tx
    .selectFrom('users')
    .select(['plan', 'is_active', 'membership_end'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Locks the member for the rest of the transaction, so that two uploads cannot take the same last place. */
export const lockMember = async (tx: Queryable, userId: string): Promise<Plan> => (await lockedMember(tx, userId)).plan;

/**
 * The same for a member who brings a recording in. Throws `deactivated` and `membership_expired`: what has come by then
 * waits.
 */
export async function lockUploader(tx: Queryable, userId: string, now: Date): Promise<Plan> {
  const { plan, is_active, membership_end } = await lockedMember(tx, userId);
  if (!is_active) throw new Problem('deactivated');
  if (hasExpired(membership_end, now)) throw new Problem('membership_expired');
  return plan;
}
