import { createHash } from 'node:crypto';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../../platform/http/context.ts';
import { sealValue, unsealValue } from '../../../platform/http/signing.ts';
import { openKey } from './open-portal.ts';
import type { PortalVideoRow } from './store.ts';

/**
 * A signed playback id: `key.token digest.expires.signature`. It stands where a playback id stands in the addresses
 * of media, so that the relative addresses of a playlist carry it on.
 */
const lifetime = 6 * 3600;
/** Whole hours, so that a visitor's browser finds again what it has. Seconds. */
const step = 3600;

/** A grant must not name the token, for addresses of media end up in logs. It must end with it all the same. */
const digest = (token: string): string => createHash('sha256').update(token).digest('base64url').slice(0, 12);

export const isPortalPlaybackId = (playbackId: string): boolean => playbackId.includes('.');

/** A playback id for one video of one portal, valid for six hours at most and not longer than the portal's token. */
export function signPortalPlaybackId(world: Pick<World, 'signingKey' | 'now'>, token: string, key: string): string {
  const seconds = Math.floor(world.now().getTime() / 1000 / step) * step + lifetime;
  return sealValue(world, `${key}.${digest(token)}`, new Date(seconds * 1000));
}

/** The video a grant opens. Throws `not_found` when it is forged or over, the token replaced, the video taken out. */
export async function videoOfPortalPlaybackId(
  world: Pick<World, 'signingKey' | 'now' | 'database'>,
  grant: string,
): Promise<PortalVideoRow> {
  const [key = '', mark = ''] = unsealValue(world, grant, world.now())?.split('.') ?? [];
  if (key === '') throw new Problem('not_found');
  return openKey(world, key, (token) => digest(token) === mark);
}
