import { randomUUID } from 'node:crypto';
import { problems } from '@lectern/contract/problem';
import { downstream, ready, type StepName } from '@lectern/contract/rules/pipeline';
import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { finalProblem } from '../../platform/jobs/final-problem.ts';
import { removeVideo } from './remove.ts';
import { reportProgress } from './report-progress.ts';
import { jobKey, stopSteps } from './step-jobs.ts';
import { stepsOf, videoById, type VideoRow } from './store.ts';

export { stepsOf } from './store.ts';

/** What a step tells about itself while it runs. `fraction` is 0 to 1. */
export type StepRun = { signal: AbortSignal; progress(fraction: number, note?: string): void };

/**
 * What a step leaves. `save` runs in the transaction that also settles the step and enqueues its successors,
 * so that a crash leaves all of it or nothing.
 */
export type Outcome = {
  save?: (tx: Queryable) => Promise<unknown>;
  state?: 'done' | 'skipped' | 'blocked';
  note?: string;
  problem?: string;
};

export type Step = (world: World, video: VideoRow, run: StepRun) => Promise<Outcome>;

async function enqueueReady(world: World, tx: Queryable, videoId: string): Promise<void> {
  for (const step of ready(await stepsOf(tx, [videoId])))
    await world.jobs.enqueue(`step-${step}`, { videoId }, { tx, key: jobKey(videoId, step) });
}

export const startPipeline = enqueueReady;

/** Makes a step and everything that follows from it again. What is shown stays until the new result replaces it. */
export async function rerunFrom(world: World, tx: Queryable, videoId: string, step: StepName): Promise<void> {
  const steps = downstream(step);
  await stopSteps(world, tx, videoId, steps);
  await tx
    .updateTable('steps')
    .set({ state: 'waiting', progress: 0, note: null, problem: null, run: null, started_at: null, finished_at: null })
    .where('video_id', '=', videoId)
    .where('step', 'in', steps)
    .execute();
  await enqueueReady(world, tx, videoId);
}

/** Runs the failed and blocked steps again. False when there are none. */
export async function retrySteps(world: World, tx: Queryable, videoId: string): Promise<boolean> {
  const stuck = (await stepsOf(tx, [videoId])).filter(({ state }) => state === 'failed' || state === 'blocked');
  for (const { step } of stuck) await rerunFrom(world, tx, videoId, step);
  return stuck.length > 0;
}

/** Ends a step that waits or runs, because an operator cancelled its job. It can be run again. */
export async function stopStep(tx: Queryable, videoId: string, step: StepName): Promise<void> {
  await tx
    .updateTable('steps')
    .set({ state: 'failed', problem: problems.stopped.text, run: null, finished_at: new Date() })
    .where('video_id', '=', videoId)
    .where('step', '=', step)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

/** Says something to the person about a step that is done, in the place of what began the same way. */
export async function tellOfStep(
  tx: Queryable,
  videoId: string,
  step: StepName,
  { beginning, problem }: { beginning: string; problem: string | undefined },
): Promise<void> {
  await tx
    .updateTable('steps')
    .set({ problem: problem ?? null })
    .where('video_id', '=', videoId)
    .where('step', '=', step)
    .where('state', '=', 'done')
    .where((eb) => eb.or([eb('problem', 'is', null), eb('problem', 'like', `${beginning}%`)]))
    .execute();
}

/** How many steps of this name are done since then with something to tell, such as an engine that did not answer. */
export async function countTold(db: Queryable, step: StepName, since: Date): Promise<number> {
  const { told } = await db
    .selectFrom('steps')
    .select((eb) => eb.fn.countAll<number>().as('told'))
    .where('step', '=', step)
    .where('state', '=', 'done')
    .where('problem', 'is not', null)
    .where('finished_at', '>', since)
    .executeTakeFirstOrThrow();
  return told;
}

/** Marks a step as taken by this run; false when there is nothing to do any more. */
async function takeStep(world: World, videoId: string, step: StepName, run: string): Promise<boolean> {
  const { numUpdatedRows } = await world.database.kysely
    .updateTable('steps')
    .set({ state: 'running', run, problem: null, started_at: new Date() })
    .where('video_id', '=', videoId)
    .where('step', '=', step)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function settle(
  world: World,
  videoId: string,
  step: StepName,
  run: string,
  outcome: Outcome & { failed?: boolean },
): Promise<void> {
  const state = outcome.failed ? 'failed' : (outcome.state ?? 'done');
  await world.database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('steps')
      .set({
        state,
        problem: outcome.problem ?? null,
        finished_at: new Date(),
        ...(state === 'done' || state === 'skipped' ? { progress: 1 } : {}),
        ...(outcome.note === undefined ? {} : { note: outcome.note }),
      })
      .where('video_id', '=', videoId)
      .where('step', '=', step)
      .where('run', '=', run)
      .executeTakeFirstOrThrow();
    // Overtaken by a newer run, or the video is gone: this result is nobody's.
    if (numUpdatedRows === 0n) return;
    await outcome.save?.(tx);
    await enqueueReady(world, tx, videoId);
  });
}

/**
 * Runs one step of one video as a job. Repeatable: a step that is settled already is left alone.
 * Throws what is worth another attempt; everything else ends as the step's own problem.
 */
export async function runStep(
  world: World,
  step: StepName,
  work: Step,
  videoId: string,
  job: { signal: AbortSignal; lastAttempt: boolean },
): Promise<void> {
  const video = await videoById(world.database.kysely, videoId);
  const run = randomUUID();
  if (!video || !(await takeStep(world, videoId, step, run))) return;
  const { progress, stop } = reportProgress(world, videoId, step, run);
  try {
    const outcome = await work(world, video, { signal: job.signal, progress });
    job.signal.throwIfAborted();
    await settle(world, videoId, step, run, outcome);
  } catch (error) {
    const problem = finalProblem(error, job);
    world.log.error({ err: problem.cause ?? problem, video: videoId, step }, problem.text);
    if (step === 'inspect' && !problem.retryable) return removeVideo(world, videoId, problem.code);
    await settle(world, videoId, step, run, { failed: true, problem: problem.text });
  } finally {
    stop();
  }
}
