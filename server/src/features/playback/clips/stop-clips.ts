import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { unfinishedClipsOf } from './store.ts';

/** Names the one live job of a clip. */
export const clipKey = (clipId: string): string => `clip/${clipId}`;

/** Stops the cutting of a video's clips, for a video that goes; a running one sees its signal abort. */
export async function stopClips(world: World, tx: Queryable, videoId: string): Promise<void> {
  const clips = await unfinishedClipsOf(tx, videoId);
  await world.jobs.cancel(
    clips.map(({ id }) => clipKey(id)),
    { tx },
  );
}
