import { Problem } from '@lectern/contract/problem';
import type { Guest, World } from '../../../platform/http/context.ts';
import { sealValue, unsealValue } from '../../../platform/http/signing.ts';
import { type OpenShare, openShareId } from './open-share.ts';

/** Seconds for which it opens, and to which its end is rounded, so that a browser finds again what it has. */
const lifetime = 6 * 3600;
const step = 3600;

const mark = 's.';

/** Whether a playback id was signed for a link: `s.ID.expires.signature`. */
export const isShareGrant = (playbackId: string): boolean => playbackId.startsWith(mark);

/**
 * Signs a playback id for a guest; it ends with the link or after at most six hours. The video's own id, which never
 * ends, stays hidden.
 */
export function signSharePlaybackId(world: Pick<World, 'signingKey' | 'now'>, { shareId }: Guest): string {
  const seconds = Math.floor(world.now().getTime() / 1000 / step) * step + lifetime;
  return sealValue(world, `${mark}${shareId}`, new Date(seconds * 1000));
}

/** The guest for whom a playback id was signed; undefined when it is forged or expired. */
export function guestByPlaybackId(world: Pick<World, 'signingKey' | 'now'>, grant: string): Guest | undefined {
  const signed = unsealValue(world, grant, world.now());
  return signed?.startsWith(mark) ? { kind: 'guest', shareId: signed.slice(mark.length) } : undefined;
}

/** Resolves a signed playback id. Throws `not_found` when it is forged or expired, otherwise like `openShare`. */
export async function shareOfPlaybackId(
  world: Pick<World, 'signingKey' | 'now' | 'database'>,
  grant: string,
): Promise<OpenShare> {
  const guest = guestByPlaybackId(world, grant);
  if (!guest) throw new Problem('not_found');
  return openShareId(world, guest.shareId);
}
