import { pipeline, runnableSteps, type StepName } from '@lectern/contract/rules/pipeline';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { jobKey, type StepRow } from './step-jobs.ts';

/**
 * Lists videos whose step must have a live job: running, or waiting with nothing left to wait for. Needed steps
 * without a row are newer and block nothing.
 */
export async function videosWithJob(db: Queryable, step: StepName): Promise<string[]> {
  const { needs } = pipeline[step];
  const rows = await db
    .selectFrom('steps')
    .select('video_id')
    .where('step', '=', step)
    .where('state', 'in', ['waiting', 'running'])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'running'),
        eb.and(
          needs.map((need) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('steps as needed')
                  .select('needed.step')
                  .whereRef('needed.video_id', '=', 'steps.video_id')
                  .where('needed.step', '=', need)
                  .where('needed.state', 'not in', [
                    'done',
                    'skipped',
                    ...(pipeline[need].optional ? ['failed' as const] : []),
                  ]),
              ),
            ),
          ),
        ),
      ]),
    )
    .execute();
  return rows.map((row) => row.video_id);
}

/** Filters the steps of a locked video to those that run or could run without a job. */
export async function orphanedSteps(
  { jobs }: Pick<World, 'jobs'>,
  tx: Queryable,
  videoId: string,
  steps: readonly StepRow[],
): Promise<Set<StepName>> {
  const running = steps.filter(({ state }) => state === 'running').map(({ step }) => step);
  const needing = [...running, ...runnableSteps(steps)];
  const alive = await jobs.alive(
    needing.map((step) => jobKey(videoId, step)),
    { tx },
  );
  return new Set(needing.filter((step) => !alive.has(jobKey(videoId, step))));
}
