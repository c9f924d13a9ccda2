import type { Queryable } from '../../platform/database/database.ts';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { sharePath } from '@lectern/contract/publishing/shares';
import { asPaid } from '../accounts/workspaces/membership.ts';
import { hasExpired, workspaceIsActive } from '../accounts/workspaces/status.ts';
import type { World } from '../../platform/http/context.ts';

/**
 * Finds the path where readers of a file can open its video: the portal, else a link open to everybody, else its
 * owner's page.
 */
export async function publicPage(world: World, videoId: string): Promise<string> {
  const db = world.database.kysely;
  const found = await opened(db, videoId);
  const own = `/asset/${videoId}`;
  if (!found) return own;
  const owner = await asPaid(world, db, found);
  if (hasExpired(owner.membership_end, world.now())) return own;
  if (found.token !== null && found.key !== null && owner.plan === 'professional')
    return portalPaths.watch(found.token, found.key);
  return found.share === null ? own : sharePath(found.share);
}

const opened = (db: Queryable, videoId: string) =>
  db
    .selectFrom('videos')
    .innerJoin('workspaces', 'workspaces.id', 'videos.workspace_id')
    .leftJoin('portal_videos', 'portal_videos.video_id', 'videos.id')
    .leftJoin('portals', 'portals.workspace_id', 'portal_videos.workspace_id')
    .select(['workspaces.id', 'workspaces.plan', 'workspaces.membership_end', 'portals.token', 'portal_videos.key'])
    .select((eb) =>
      eb
        .selectFrom('shares')
        .select('shares.key')
        .whereRef('shares.video_id', '=', 'videos.id')
        .where('kind', '=', 'video')
        .where('revoked_at', 'is', null)
        .where('ends_at', 'is', null)
        .where('password_hash', 'is', null)
        .orderBy('shares.created_at', 'desc')
        .limit(1)
        .as('share'),
    )
    .where('videos.id', '=', videoId)
    .where('videos.playable', '=', true)
    .where(workspaceIsActive('videos.workspace_id'))
    .executeTakeFirst();
