import { type StepName, stepNames } from '@lectern/contract/rules/pipeline';
import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** Names the one live job of a step of a video. */
export const jobKey = (videoId: string, step: StepName): string => `${videoId}/${step}`;

/** Stops the steps of a video that wait or run; a running one sees its signal abort. */
export async function stopSteps(
  world: World,
  tx: Queryable,
  videoId: string,
  steps: readonly StepName[] = stepNames,
): Promise<void> {
  for (const step of steps) await world.jobs.cancel(jobKey(videoId, step), { tx });
}
