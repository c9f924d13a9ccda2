import type { Plan } from '@lectern/contract/accounts/accounts';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { type EventWriter, recordEvent } from '../../platform/events/events.ts';
import type { World } from '../../platform/http/context.ts';
import { asPaid } from '../accounts/workspaces/membership.ts';
import { hasExpired } from '../accounts/workspaces/status.ts';
import { lockWorkspace, workspaceById } from '../accounts/workspaces/workspace.ts';

/** Records that a limit of the plan has kept a recording out; not in the refused transaction, which rolls back. */
export async function recordLimit(world: World, workspaceId: string, error: unknown): Promise<void> {
  const code = error instanceof Problem ? error.code : undefined;
  if (code !== 'plan_maximum' && code !== 'plan_minutes') return;
  const payload = { limit: code === 'plan_maximum' ? 'videos' : 'minutes' } as const;
  const event = { kind: 'limit.reached', workspaceId, subjectId: workspaceId, payload } as const;
  // The member must get the refusal itself, whatever becomes of the event.
  await world.database
    .transaction((tx) => recordEvent(world, tx, event))
    .catch((err: unknown) => world.log.error({ err }, 'A reached limit could not be recorded.'));
}

/** A member's own videos, without the sample, newest first. */
const own = (db: Queryable, workspaceId: string) =>
  db
    .selectFrom('videos')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('is_sample', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc');

const idsOf = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map(({ id }) => id);

/** Ids of a member's own videos, also of those that are lost. */
export const ownVideos = (db: Queryable, workspaceId: string): Promise<string[]> =>
  idsOf(own(db, workspaceId).execute());

/** Ids of those of them that count against the plan's maximum: one that is lost has no recording any more. */
export const activeVideos = (db: Queryable, workspaceId: string): Promise<string[]> =>
  idsOf(
    own(db, workspaceId)
      .where((eb) => eb.or([eb('lost_at', 'is', null), eb('playable', '=', true)]))
      .execute(),
  );

/** In a query: whether the plan of the workspace with the id in this column has a place for another video. */
export function hasPlace(column: 'uploads.workspace_id'): RawBuilder<boolean> {
  const workspace = sql.ref(column);
  const places = Object.entries(plans).map(([plan, { videos }]) => sql`when ${plan} then ${videos}::int`);
  return sql<boolean>`(select count(*) from videos
    where videos.workspace_id = ${workspace} and not videos.is_sample and videos.deleted_at is null
      and (videos.lost_at is null or videos.playable)
  ) < (select case workspaces.plan ${sql.join(places, sql` `)} end from workspaces where workspaces.id = ${workspace})`;
}

/** Ids of all that lies in a member's library, with what counts against no plan. */
export async function videosOfWorkspace(db: Queryable, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives the plan of a workspace that may bring a recording in. Throws `deactivated` and `membership_expired`. */
export async function checkUploader(world: EventWriter, db: Queryable, id: string): Promise<Plan> {
  const workspace = await asPaid(world, db, await workspaceById(db, id));
  if (!workspace.is_active) throw new Problem('deactivated');
  if (hasExpired(workspace.membership_end, world.now())) throw new Problem('membership_expired');
  return workspace.plan;
}

/** The same for a workspace that is locked as by `lockWorkspace`. What has come by then waits where it throws. */
export async function lockUploader(world: EventWriter, tx: Queryable, id: string): Promise<Plan> {
  await lockWorkspace(tx, id);
  return checkUploader(world, tx, id);
}
