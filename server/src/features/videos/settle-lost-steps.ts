import type { StepName } from '@lectern/contract/rules/pipeline';
import type { World } from '../../platform/http/context.ts';
import { recoverOrphans } from '../../platform/jobs/recover-orphans.ts';
import { lockVideoIfThere } from './lock-video.ts';
import { videosWithJob } from './lost-steps.ts';
import { startPipeline, stopStep } from './pipeline.ts';
import { stepRowsOf, jobKey } from './step-jobs.ts';

/** A step that ran and has lost its job has failed, and can be tried again; one that never began gets another job. */
export async function recoverOrphanedSteps(world: World, step: StepName): Promise<void> {
  const videos = await videosWithJob(world.database.kysely, step);
  await recoverOrphans(world, videos, (videoId) => jobKey(videoId, step), {
    lock: lockVideoIfThere,
    async settle(tx, videoId) {
      const row = (await stepRowsOf(tx, [videoId])).find((each) => each.step === step);
      if (row?.state === 'running') await stopStep(world, tx, { videoId, step }, 'interrupted');
      else await startPipeline(world, tx, videoId);
    },
  });
}
