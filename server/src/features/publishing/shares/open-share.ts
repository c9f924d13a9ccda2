import type { SignedPlaybackId } from '@lectern/contract/playback/playback';
import { Problem } from '@lectern/contract/problem';
import type { EventWriter } from '../../../platform/events/events.ts';
import type { Guest, World } from '../../../platform/http/context.ts';
import { type VideoRow, videoById } from '../../videos/find-video.ts';
import { type OwnedShare, shareById, shareByKey } from './store.ts';
import { asPaid } from '../../accounts/workspaces/membership.ts';
import { hasExpired } from '../../accounts/workspaces/status.ts';
import { unsealValue } from '../../../platform/http/signing.ts';
import { signForHours } from '../portal/open-portal.ts';

export type OpenShare = { share: OwnedShare; video: VideoRow };

/** The guest whom a link without a password admits by its key alone. */
export const guestByKey = ({ id, password_hash }: Pick<OwnedShare, 'id' | 'password_hash'>): Guest | undefined =>
  password_hash === null ? { kind: 'guest', shareId: id } : undefined;

export const hasEnded = ({ ends_at }: Pick<OwnedShare, 'ends_at'>, now: Date): boolean =>
  ends_at !== null && ends_at <= now;

async function opened(world: EventWriter, share: OwnedShare | undefined): Promise<OpenShare> {
  const { database, now } = world;
  if (!share) throw new Problem('share_unknown');
  if (share.revoked_at) throw new Problem('share_revoked');
  if (hasEnded(share, now())) throw new Problem('share_ended');
  const video = await videoById(database.kysely, share.video_id);
  if (!video) throw new Problem('share_ended');
  // As everything that holds a key of its own; and nobody is given more than the trial for a trial.
  const owner = await asPaid(world, database.kysely, { id: video.workspace_id, membership_end: share.membership_end });
  if (!share.is_active || hasExpired(owner.membership_end, now())) throw new Problem('share_resting');
  return { share, video };
}

/**
 * The link with this key and its video, whatever password it has. Throws `share_unknown`, `share_revoked`, `share_ended`
 * (also when its video was deleted) and `share_resting`.
 */
export const findOpenShare = async (world: EventWriter, key: string): Promise<OpenShare> =>
  opened(world, await shareByKey(world.database.kysely, key));

/** The same by the id that a signature has proved. */
const openShareId = async (world: EventWriter, id: string): Promise<OpenShare> =>
  opened(world, await shareById(world.database.kysely, id));

const mark = 's.';

/** Whether a playback id was signed for a link: `s.ID.expires.signature`. */
export const isShareGrant = (playbackId: string): boolean => playbackId.startsWith(mark);

/**
 * Signs a playback id for a guest; it ends with the link or after at most six hours. The video's own id stays hidden.
 */
export const signSharePlaybackId = (world: Pick<World, 'signingKey' | 'now'>, { shareId }: Guest): SignedPlaybackId =>
  signForHours(world, `${mark}${shareId}`);

/** The guest for whom a playback id was signed; undefined when it is forged or expired. */
export function guestByPlaybackId(world: Pick<World, 'signingKey' | 'now'>, grant: string): Guest | undefined {
  const signed = unsealValue(world, grant, world.now());
  return signed?.startsWith(mark) ? { kind: 'guest', shareId: signed.slice(mark.length) } : undefined;
}

/** Resolves a signed playback id. Throws `not_found` when it is forged or expired, otherwise like `openShare`. */
export async function shareOfPlaybackId(
  world: EventWriter & Pick<World, 'signingKey'>,
  grant: string,
): Promise<OpenShare> {
  const guest = guestByPlaybackId(world, grant);
  if (!guest) throw new Problem('not_found');
  return openShareId(world, guest.shareId);
}
