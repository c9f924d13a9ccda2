import type { Plan } from '@lectern/contract/accounts/accounts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { saveSetting, readSetting } from '../../../platform/database/settings.ts';

const name = 'delivered_until';

/** Until when deliveries have been counted; undefined before the first time. */
export async function getCountedUntil(db: Queryable): Promise<Date | undefined> {
  const value = await readSetting(db, name);
  return value === undefined ? undefined : new Date(value);
}

export const setCountedUntil = (tx: Queryable, until: Date): Promise<void> =>
  saveSetting(tx, name, until.toISOString());

/** For the rest of the transaction nobody else counts. */
export async function lockCounting(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('minutes/delivered'))`.execute(tx);
}

/**
 * Rewrites a day's seconds by video id, including deleted videos. Ignores ids unknown here, since other installations
 * may share the provider environment.
 */
export async function replaceDeliveredSeconds(
  tx: Queryable,
  day: string,
  seconds: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.deleteFrom('delivered_seconds').where('day', '=', day).execute();
  await sql`
    insert into delivered_seconds (workspace_id, day, seconds)
    select videos.workspace_id, ${day}::date, sum(counted.seconds)
    from unnest(${[...seconds.keys()]}::uuid[], ${[...seconds.values()]}::double precision[]) as counted (id, seconds)
    join videos on videos.id = counted.id
    group by videos.workspace_id`.execute(tx);
}

/**
 * Seconds of a member's recordings: those that lie with a provider, and what it delivered in this and the last month.
 */
export type MemberSeconds = { id: string; plan: Plan; stored: number; delivered: number; last_month: number };

/** Loads seconds of these members, or of all who have any. `now` selects the month in UTC. */
export async function memberSecondsOf(db: Queryable, now: Date, ids?: readonly string[]): Promise<MemberSeconds[]> {
  const month = `${now.toISOString().slice(0, 7)}-01`;
  const among = (column: string) => (ids === undefined ? sql`true` : sql`${sql.ref(column)} = any(${ids}::uuid[])`);
  const { rows } = await sql<MemberSeconds>`
    select workspaces.id, workspaces.plan, coalesce(there.stored, 0) as stored,
      coalesce(played.delivered, 0) as delivered, coalesce(played.last_month, 0) as last_month
    from workspaces
    left join (
      select workspace_id, sum(duration) as stored from videos
      where remote is not null and deleted_at is null and ${among('workspace_id')} group by workspace_id
    ) as there on there.workspace_id = workspaces.id
    left join (
      select workspace_id, coalesce(sum(seconds) filter (where day >= ${month}::date), 0) as delivered,
        coalesce(sum(seconds) filter (where day < ${month}::date), 0) as last_month
      from delivered_seconds
      where day >= ${month}::date - interval '1 month' and ${among('workspace_id')} group by workspace_id
    ) as played on played.workspace_id = workspaces.id
    where (there.workspace_id is not null or played.workspace_id is not null) and ${among('workspaces.id')}`.execute(
    db,
  );
  return rows;
}
