import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import { type OwnedPortal, portalByToken, type PortalVideoRow, videoByKey, videoInPortal } from './store.ts';

/** Throws `portal_gone` for an account that was closed and `portal_resting` while its plan is not in force. */
function inForce(portal: OwnedPortal, now: Date): OwnedPortal {
  if (!portal.is_active) throw new Problem('portal_gone');
  if (portal.plan !== 'professional' || portal.membership_end === null || portal.membership_end <= now)
    throw new Problem('portal_resting');
  return portal;
}

/** The portal a token opens. Throws `portal_gone` for an unknown or replaced token, and `portal_resting`. */
export async function openPortal({ database, now }: Pick<World, 'database' | 'now'>, token: string) {
  const portal = await portalByToken(database.kysely, token);
  if (!portal) throw new Problem('portal_gone');
  return inForce(portal, now());
}

/** A video its owner put into the portal. Throws as `openPortal`, and `portal_video_gone` for every other video. */
export async function openVideo(
  world: Pick<World, 'database' | 'now'>,
  token: string,
  key: string,
): Promise<{ portal: OwnedPortal; video: PortalVideoRow }> {
  const portal = await openPortal(world, token);
  const video = await videoInPortal(world.database.kysely, portal.user_id, key);
  if (!video) throw new Problem('portal_video_gone');
  return { portal, video };
}

/** The same by a key whose signature was proved, while the portal has the token that `isToken` knows. */
export async function openKey(
  { database, now }: Pick<World, 'database' | 'now'>,
  key: string,
  isToken: (token: string) => boolean,
): Promise<PortalVideoRow> {
  const found = await videoByKey(database.kysely, key);
  if (!found || !isToken(found.portal.token)) throw new Problem('not_found');
  inForce(found.portal, now());
  return found.video;
}
