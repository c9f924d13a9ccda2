import type { World } from '../../../platform/http/context.ts';
import { recoverOrphans } from '../../../platform/jobs/recover-orphans.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { jobKey } from '../../videos/step-jobs.ts';
import { closeSpeakersJournal } from './speakers-journal.ts';
import { videosWithParts } from './store.ts';

/**
 * Deletes voiceprints of separations that do not continue: the step failed or was stopped, or the video is gone. The
 * next attempt starts over. Repeatable.
 */
export async function sweepSpeakers(world: World): Promise<void> {
  const db = world.database.kysely;
  await recoverOrphans(world, await videosWithParts(db), (videoId) => jobKey(videoId, 'speakers'), {
    lock: lockVideoIfThere,
    settle: closeSpeakersJournal,
  });
}
