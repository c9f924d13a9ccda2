import type { World } from '../../../platform/http/context.ts';
import { recoverOrphans } from '../../../platform/jobs/recover-orphans.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { jobKey } from '../../videos/step-jobs.ts';
import { closeSpeakersJournal } from './speakers-journal.ts';
import { videosWithParts } from './store.ts';

/**
 * Forgets what voices sound like where nobody goes on with telling them apart: the step has failed or was stopped, or its
 * video is gone. The next attempt starts over. Repeatable.
 */
export async function sweepSpeakers(world: World): Promise<void> {
  const db = world.database.kysely;
  await recoverOrphans(world, await videosWithParts(db), (videoId) => jobKey(videoId, 'speakers'), {
    lock: lockVideoIfThere,
    settle: closeSpeakersJournal,
  });
}
