import type { Plan } from '@lectern/contract/accounts/accounts';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { type EventWriter, recordEvent } from '../../platform/events/events.ts';
import type { World } from '../../platform/http/context.ts';
import { asPaid } from '../accounts/membership.ts';
import { hasExpired } from '../accounts/account-status.ts';

/** Records that a limit of the plan has kept a recording out; not in the refused transaction, which rolls back. */
export async function recordLimit(world: World, userId: string, error: unknown): Promise<void> {
  const code = error instanceof Problem ? error.code : undefined;
  if (code !== 'plan_maximum' && code !== 'plan_minutes') return;
  const payload = { limit: code === 'plan_maximum' ? 'videos' : 'minutes' } as const;
  const event = { kind: 'limit.reached', userId, subjectId: userId, payload } as const;
  // The member must get the refusal itself, whatever becomes of the event.
  await world.database
    .transaction((tx) => recordEvent(world, tx, event))
    .catch((err: unknown) => world.log.error({ err }, 'A reached limit could not be recorded.'));
}

/** A member's own videos, without the sample, newest first. */
const own = (db: Queryable, userId: string) =>
  db
    .selectFrom('videos')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_sample', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc');

const idsOf = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map(({ id }) => id);

/** Ids of a member's own videos, also of those that are lost. */
export const ownVideos = (db: Queryable, userId: string): Promise<string[]> => idsOf(own(db, userId).execute());

/** Ids of those of them that count against the plan's maximum: one that is lost has no recording any more. */
export const activeVideos = (db: Queryable, userId: string): Promise<string[]> =>
  idsOf(
    own(db, userId)
      .where((eb) => eb.or([eb('lost_at', 'is', null), eb('playable', '=', true)]))
      .execute(),
  );

/** In a query: whether the plan of the member with the id in this column has a place for another video. */
export function hasPlace(column: 'uploads.user_id'): RawBuilder<boolean> {
  const member = sql.ref(column);
  const places = Object.entries(plans).map(([plan, { videos }]) => sql`when ${plan} then ${videos}::int`);
  return sql<boolean>`(select count(*) from videos
    where videos.user_id = ${member} and not videos.is_sample and videos.deleted_at is null
      and (videos.lost_at is null or videos.playable)
  ) < (select case users.plan ${sql.join(places, sql` `)} end from users where users.id = ${member})`;
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

const memberOf = (db: Queryable, userId: string) =>
  db.selectFrom('users').select(['id', 'plan', 'is_active', 'membership_end']).where('id', '=', userId);

const lockedMember = (tx: Queryable, userId: string) => memberOf(tx, userId).forUpdate().executeTakeFirstOrThrow();

/** Locks the member for the rest of the transaction, so that two uploads cannot take the same last place. */
export const lockMember = async (tx: Queryable, userId: string): Promise<Plan> => (await lockedMember(tx, userId)).plan;

/**
 * The same for a member who brings a recording in. Throws `deactivated` and `membership_expired`: what has come by then
 * waits.
 */
export async function lockUploader(world: EventWriter, tx: Queryable, userId: string): Promise<Plan> {
  return whoMayUpload(await asPaid(world, tx, await lockedMember(tx, userId)), world.now()).plan;
}

/** The same without a lock, before work that would be in vain. */
export async function checkUploader(world: EventWriter, db: Queryable, userId: string): Promise<void> {
  whoMayUpload(await asPaid(world, db, await memberOf(db, userId).executeTakeFirstOrThrow()), world.now());
}

function whoMayUpload<M extends { is_active: boolean; membership_end: Date | null }>(member: M, now: Date): M {
  if (!member.is_active) throw new Problem('deactivated');
  if (hasExpired(member.membership_end, now)) throw new Problem('membership_expired');
  return member;
}
