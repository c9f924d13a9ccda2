import type { World } from '../../platform/http/context.ts';
import { endOfSealed } from '../../platform/http/signing.ts';
import { videoOfPortalPlaybackId } from '../publishing/portal/open-portal.ts';
import { isShareGrant, shareOfPlaybackId } from '../publishing/shares/open-share.ts';
import { type SharedRange, sharedRangeOf } from '../publishing/shares/shared-range.ts';
import type { VideoRow } from '../videos/find-video.ts';
import { isSignedForViewer, videoOfViewer } from '../videos/signed-playback-id.ts';

/**
 * The recording whose media an address names; `part` where it opens only a part of it, and `until` where the address ends:
 * what is handed on opens no longer.
 */
export type PlaybackTarget = { video: VideoRow; part: SharedRange | undefined; until?: Date };

/** Resolves a playback id signed for a member, an administrator, a portal or a share link. Throws `not_found`. */
export async function resolvePlaybackId(world: World, playbackId: string): Promise<PlaybackTarget> {
  if (isSignedForViewer(playbackId)) return { video: await videoOfViewer(world, playbackId), part: undefined };
  if (isShareGrant(playbackId)) {
    const { share, video } = await shareOfPlaybackId(world, playbackId);
    const end = endOfSealed(playbackId);
    const until = share.ends_at && share.ends_at < end ? share.ends_at : end;
    return { video, part: await sharedRangeOf(world, share, video), until };
  }
  return { video: await videoOfPortalPlaybackId(world, playbackId), part: undefined, until: endOfSealed(playbackId) };
}
