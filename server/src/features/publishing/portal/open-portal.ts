import { createHash } from 'node:crypto';
import type { SignedPlaybackId } from '@lectern/contract/playback/playback';
import { Problem } from '@lectern/contract/problem';
import type { EventWriter } from '../../../platform/events/events.ts';
import type { World } from '../../../platform/http/context.ts';
import { asPaid } from '../../accounts/workspaces/membership.ts';
import { hasExpired } from '../../accounts/workspaces/status.ts';
import {
  type OwnedPortal,
  portalByToken,
  type PortalVideoRow,
  videoByKey,
  videoInPortal,
  videosInPortal,
} from './store.ts';
import { unsealValue } from '../../../platform/http/signing.ts';
import { sealPlaybackId } from '../../videos/signed-playback-id.ts';

/** Throws `portal_gone` for an account that was closed and `portal_resting` while its plan is not in force. */
async function inForce(world: EventWriter, portal: OwnedPortal): Promise<OwnedPortal> {
  if (!portal.is_active) throw new Problem('portal_gone');
  const { workspace_id: id, plan, membership_end } = portal;
  const owner = await asPaid(world, world.database.kysely, { id, plan, membership_end });
  if (owner.plan !== 'professional' || hasExpired(owner.membership_end, world.now()))
    throw new Problem('portal_resting');
  return portal;
}

/** The portal a token opens. Throws `portal_gone` for an unknown or replaced token, and `portal_resting`. */
export async function openPortal(world: EventWriter, token: string) {
  const portal = await portalByToken(world.database.kysely, token);
  if (!portal) throw new Problem('portal_gone');
  return inForce(world, portal);
}

/** The recordings that an open portal shows: the key of each by its id. */
export async function keysInPortal(
  { database }: Pick<World, 'database'>,
  { workspace_id: id }: OwnedPortal,
): Promise<Map<string, string>> {
  const videos = await videosInPortal(database.kysely, id);
  return new Map(videos.map((video) => [video.id, video.key]));
}

/** A video its owner put into the portal. Throws as `openPortal`, and `portal_video_gone` for every other video. */
export async function openVideo(
  world: EventWriter,
  token: string,
  key: string,
): Promise<{ portal: OwnedPortal; video: PortalVideoRow }> {
  const portal = await openPortal(world, token);
  const video = await videoInPortal(world.database.kysely, portal.workspace_id, key);
  if (!video) throw new Problem('portal_video_gone');
  return { portal, video };
}

/** The same by a key whose signature was proved, while the portal has the token that `isToken` knows. */
async function openKey(world: EventWriter, key: string, isToken: (token: string) => boolean): Promise<PortalVideoRow> {
  const found = await videoByKey(world.database.kysely, key);
  if (!found || !isToken(found.portal.token)) throw new Problem('not_found');
  await inForce(world, found.portal);
  return found.video;
}

/**
 * A signed playback id: `key.token digest.expires.signature`. It stands where a playback id stands in the addresses
 * of media, so that the relative addresses of a playlist carry it on.
 */
const lifetime = 6 * 3600;
/** Whole hours, so that a visitor's browser finds again what it has. Seconds. */
const step = 3600;

/** A grant must not name the token, for addresses of media end up in logs. It must end with it all the same. */
const digest = (token: string): string => createHash('sha256').update(token).digest('base64url').slice(0, 12);

/** Signs a value for six hours at most, rounded to whole hours, so that a browser finds again what it has. */
export function signForHours(world: Pick<World, 'signingKey' | 'now'>, value: string): SignedPlaybackId {
  const seconds = Math.floor(world.now().getTime() / 1000 / step) * step + lifetime;
  return sealPlaybackId(world, value, new Date(seconds * 1000));
}

/** A playback id for one video of one portal, valid for six hours at most and not longer than the portal's token. */
export const signPortalPlaybackId = (
  world: Pick<World, 'signingKey' | 'now'>,
  token: string,
  key: string,
): SignedPlaybackId => signForHours(world, `${key}.${digest(token)}`);

/** The video a grant opens. Throws `not_found` when it is forged or over, the token replaced, the video taken out. */
export async function videoOfPortalPlaybackId(
  world: EventWriter & Pick<World, 'signingKey'>,
  grant: string,
): Promise<PortalVideoRow> {
  const [key = '', mark = ''] = unsealValue(world, grant, world.now())?.split('.') ?? [];
  if (key === '') throw new Problem('not_found');
  return openKey(world, key, (token) => digest(token) === mark);
}
