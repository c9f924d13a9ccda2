import { Problem } from '@lectern/contract/problem';
import type { World } from '../../../platform/http/context.ts';
import { sealValue, unsealValue } from '../../../platform/http/signing.ts';
import { type OpenShare, openShareId } from './open-share.ts';
import type { ShareRow } from './store.ts';

/** Seconds for which it opens, and to which its end is rounded, so that a browser finds again what it has. */
const lifetime = 6 * 3600;
const step = 3600;

const mark = 's.';

/** Whether a playback id was signed for a link: `s.ID.expires.signature`. */
export const isShareGrant = (playbackId: string): boolean => playbackId.startsWith(mark);

/**
 * Signs a playback id for a share link; it ends with the link or after at most six hours. The video's own id, which
 * never ends, stays hidden.
 */
export function signSharePlaybackId(world: Pick<World, 'signingKey' | 'now'>, { id }: Pick<ShareRow, 'id'>): string {
  const seconds = Math.floor(world.now().getTime() / 1000 / step) * step + lifetime;
  return sealValue(world, `${mark}${id}`, new Date(seconds * 1000));
}

/** Whether a signed playback id was given for this link, and is not over. */
export const opensShare = (
  world: Pick<World, 'signingKey' | 'now'>,
  grant: string,
  { id }: Pick<ShareRow, 'id'>,
): boolean => unsealValue(world, grant, world.now()) === `${mark}${id}`;

/** Resolves a signed playback id. Throws `not_found` when it is forged or expired, otherwise like `openShare`. */
export async function shareOfPlaybackId(
  world: Pick<World, 'signingKey' | 'now' | 'database'>,
  grant: string,
): Promise<OpenShare> {
  const id = unsealValue(world, grant, world.now())?.slice(mark.length);
  if (id === undefined) throw new Problem('not_found');
  return openShareId(world, id);
}
