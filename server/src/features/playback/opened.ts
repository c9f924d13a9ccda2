import type { World } from '../../platform/context.ts';
import { isGrant, videoOfGrant } from '../portal/grant.ts';
import { isShareGrant, shareOfGrant } from '../shares/grant.ts';
import { type Part, partOf } from '../shares/part.ts';
import { type VideoRow, videoOfPlaybackId } from '../videos/find.ts';

/** The recording whose media an address names; `part` where it opens only a part of it. */
export type Opened = { video: VideoRow; part: Part | undefined };

/** What a playback id opens: a video's own, or one that was signed for a portal or for a link. Throws `not_found`. */
export async function opened(world: World, playbackId: string): Promise<Opened> {
  if (isShareGrant(playbackId)) {
    const { share, video } = await shareOfGrant(world, playbackId);
    return { video, part: await partOf(world, share, video) };
  }
  const video = isGrant(playbackId)
    ? await videoOfGrant(world, playbackId)
    : await videoOfPlaybackId(world.database.kysely, playbackId);
  return { video, part: undefined };
}
