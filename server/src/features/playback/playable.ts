import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import type { Playable } from '../../ports/media/port.ts';
import type { VideoRow } from '../videos/find.ts';

/** Where the rendition and the index of a video lie, whether they are there yet or not. */
export const targetOf = ({ files }: Pick<World, 'files'>, { id }: Pick<VideoRow, 'id'>) => ({
  rendition: files.rendition(id),
  index: files.index(id),
});

/** What of a video is played. Throws `not_ready` before it is playable. */
export function playableOf(
  world: Pick<World, 'files'>,
  video: Pick<VideoRow, 'id' | 'playable' | 'media' | 'remote'>,
): Playable {
  if (!video.playable || !video.media) throw new Problem('not_ready');
  const { rendition, index } = targetOf(world, video);
  if (video.remote) return { file: rendition, index, remote: video.remote };
  return { file: video.media.playback === 'direct' ? world.files.original(video.id) : rendition, index };
}
