import { day } from '@lectern/contract/rules/durations';
import type { World } from '../../../platform/http/context.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { finishClipRemovals } from './make-place.ts';
import { dropClips, unwantedClips, videosWithUnwanted } from './store.ts';

/** Milliseconds for which a clip is kept after somebody last wanted or fetched it. The same range can be cut again. */
const keptFor = 30 * day;

/** Removes the clips that nobody has wanted for long, and the files of those whose removal was cut off. */
export async function sweepClips(world: World): Promise<void> {
  const since = new Date(world.now().getTime() - keptFor);
  for (const videoId of await videosWithUnwanted(world.database.kysely, since))
    await world.database.transaction(async (tx) => {
      if (await lockVideoIfThere(tx, videoId)) await dropClips(tx, videoId, await unwantedClips(tx, videoId, since));
    });
  await finishClipRemovals(world);
}
