import { randomUUID } from 'node:crypto';
import { Problem, type ProblemCode, problems } from '@lectern/contract/problem';
import {
  downstream,
  tooFewWordsNotice,
  pipeline,
  runnableSteps,
  type StepName,
} from '@lectern/contract/rules/pipeline';
import { sql } from 'kysely';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { finalProblem } from '../../platform/jobs/final-problem.ts';
import { isDiskFullProblem, isTemporary, orAway } from '../../platform/http/problem-of.ts';
import { repeatRemoval } from '../storage/pending-deletions.ts';
import { reportProgress } from './report-progress.ts';
import { lockVideo, lockVideoIfThere } from './lock-video.ts';
import { orphanedSteps } from './lost-steps.ts';
import { jobKey, jobName, stopSteps, stepRowsOf } from './step-jobs.ts';
import { videoById, type VideoRow } from './find-video.ts';
import { recordOutcome } from './record-outcome.ts';

/** Reports of a running step. `fraction` is 0 to 1. */
export type StepRun = {
  signal: AbortSignal;
  /** Nobody tries it again after this. */
  lastAttempt: boolean;
  progress(fraction: number, note?: string): void;
};

/**
 * The result of a step. `save` runs in the transaction that settles the step and enqueues its successors, so a crash
 * keeps all of it or nothing.
 */
export type StepResult = {
  save?: (tx: Queryable) => Promise<unknown>;
  /** `waiting`: it found out that it is for a job of another kind (see `jobName`). */
  state?: 'done' | 'skipped' | 'blocked' | 'waiting';
  /** With `waiting`: it needs the engine that others queue for. */
  needsEngine?: boolean;
  note?: string;
  problem?: string;
};

export type StepHandler = (world: World, video: VideoRow, run: StepRun) => Promise<StepResult | undefined>;

/** Enqueues the steps that nothing but a job is missing for. The video is locked, or new in this transaction. */
export async function startPipeline(world: World, tx: Queryable, videoId: string): Promise<void> {
  const rows = await stepRowsOf(tx, [videoId]);
  const steps = new Set(runnableSteps(rows));
  const video = steps.size > 0 ? await videoById(tx, videoId) : undefined;
  if (!video) return;
  for (const row of rows)
    if (steps.has(row.step))
      await world.jobs.enqueue(
        jobName(row, video),
        { videoId },
        { tx, key: jobKey(videoId, row.step), member: video.workspace_id },
      );
}

/**
 * Makes these steps and everything that follows from them again. What is shown stays until the new result replaces it.
 */
export async function rerunFrom(
  world: World,
  tx: Queryable,
  videoId: string,
  ...from: readonly StepName[]
): Promise<void> {
  await lockVideo(tx, videoId);
  await runAgain(world, tx, videoId, [...new Set(from.flatMap(downstream))]);
}

/** Has what these steps made, and is gone or out of date, made once more. What followed from it stays. */
export async function remakeSteps(
  world: World,
  tx: Queryable,
  videoId: string,
  ...steps: readonly StepName[]
): Promise<void> {
  if (await lockVideoIfThere(tx, videoId)) await runAgain(world, tx, videoId, steps);
}

async function runAgain(world: World, tx: Queryable, videoId: string, steps: readonly StepName[]): Promise<void> {
  await stopSteps(world, tx, videoId, steps);
  await tx
    .updateTable('steps')
    .set({
      state: 'waiting',
      progress: 0,
      note: null,
      problem: null,
      run_id: null,
      needs_engine: false,
      started_at: null,
      finished_at: null,
    })
    .where('video_id', '=', videoId)
    .where('step', 'in', steps)
    .execute();
  await startPipeline(world, tx, videoId);
}

/**
 * Reruns failed, blocked and lost steps and those that depend on them; keeps results that came with an export, as
 * people wrote them. False when nothing runs.
 */
export async function retrySteps(world: World, tx: Queryable, videoId: string): Promise<boolean> {
  await lockVideo(tx, videoId);
  const steps = await stepRowsOf(tx, [videoId]);
  const lost = await orphanedSteps(world, tx, videoId, steps);
  const done = new Map(steps.filter(({ state }) => state === 'done').map((row) => [row.step, row]));
  const again = steps
    .filter(({ step, state }) => state === 'failed' || state === 'blocked' || lost.has(step))
    .flatMap(({ step, state }) => {
      const didWithout = state === 'failed' && pipeline[step].optional;
      return downstream(step).filter((name) => {
        const row = done.get(name);
        return !row || (didWithout && row.started_at !== null);
      });
    });
  if (again.length === 0) return false;
  await runAgain(world, tx, videoId, [...new Set(again)]);
  return true;
}

/** Lets a step that waits for something run now, because that may have come. A step that is settled stays as it is. */
export async function retryWaitingStep(world: World, videoId: string, step: StepName): Promise<void> {
  await world.database.transaction(async (tx) => {
    if (!(await lockVideoIfThere(tx, videoId))) return;
    const moving = (await stepRowsOf(tx, [videoId])).some(
      (each) => each.step === step && (each.state === 'waiting' || each.state === 'running'),
    );
    if (moving) await rerunFrom(world, tx, videoId, step);
  });
}

/** Ends a step that waits or runs, so that it can be run again; what does not need it goes on. */
export async function stopStep(
  world: World,
  tx: Queryable,
  { videoId, step }: { videoId: string; step: StepName },
  problem: 'stopped' | 'interrupted',
): Promise<void> {
  if (!(await lockVideoIfThere(tx, videoId))) return;
  await tx
    .updateTable('steps')
    .set({ state: 'failed', problem: problems[problem].text, run_id: null, finished_at: world.now() })
    .where('video_id', '=', videoId)
    .where('step', '=', step)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  await startPipeline(world, tx, videoId);
  await recordOutcome(world, tx, videoId);
}

/** An operator lets the job of a failed step run again. */
export async function requeueFailedStep(tx: Queryable, videoId: string, step: StepName): Promise<void> {
  if (!(await lockVideoIfThere(tx, videoId))) return;
  await tx
    .updateTable('steps')
    .set({ state: 'waiting', problem: null, finished_at: null })
    .where('video_id', '=', videoId)
    .where('step', '=', step)
    .where('state', '=', 'failed')
    .execute();
}

/** Settles steps that have not run, because what they would make is there already. */
export async function markStepsDone(
  tx: Queryable,
  videoId: string,
  steps: readonly StepName[],
  { at, note }: { at: Date; note?: string },
): Promise<void> {
  if (steps.length === 0) return;
  await tx
    .updateTable('steps')
    .set({ state: 'done', progress: 1, finished_at: at, ...(note === undefined ? {} : { note }) })
    .where('video_id', '=', videoId)
    .where('step', 'in', steps)
    .where('state', '=', 'waiting')
    .execute();
}

/** Says something to the person about a step that is done, in the place of what began the same way. */
export async function setStepNotice(
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
export async function countStepNotices(db: Queryable, step: StepName, since: Date): Promise<number> {
  const { told } = await db
    .selectFrom('steps')
    .select((eb) => eb.fn.countAll<number>().as('told'))
    .where('step', '=', step)
    .where('state', '=', 'done')
    .where('problem', 'is not', null)
    .where('problem', '!=', tooFewWordsNotice)
    .where('finished_at', '>', since)
    .executeTakeFirstOrThrow();
  return told;
}

/** How many steps of this name came to nothing since then, for this problem where one is given, and why the last did. */
export async function findFailures(
  db: Queryable,
  step: StepName,
  since: Date,
  problem?: string,
): Promise<{ count: number; last: string | null }> {
  return db
    .selectFrom('steps')
    .select(({ fn, ref }) => [
      fn.countAll<number>().as('count'),
      sql<string | null>`(array_agg(${ref('problem')} order by ${ref('finished_at')} desc))[1]`.as('last'),
    ])
    .where('step', '=', step)
    .where('state', 'in', ['failed', 'blocked'])
    .where('finished_at', '>', since)
    .$if(problem !== undefined, (query) => query.where('problem', '=', problem!))
    .executeTakeFirstOrThrow();
}

/** Marks a step as taken by this run; false when there is nothing to do any more. */
async function takeStep(world: World, videoId: string, step: StepName, run: string): Promise<boolean> {
  const { numUpdatedRows } = await world.database.kysely
    .updateTable('steps')
    .set({ state: 'running', run_id: run, note: null, problem: null, started_at: world.now() })
    .where('video_id', '=', videoId)
    .where('step', '=', step)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The awaited thing per problem, where that is more specific than the video service. */
const awaited: Partial<Record<ProblemCode, string>> = {
  storage_away: 'storage',
  membership_expired: 'your membership to be renewed',
  deactivated: 'your account to be active again',
};

/** Returns the note of a step whose job waits for a condition that only time resolves. */
function waitsFor(error: unknown): string | undefined {
  if (!isTemporary(error)) return undefined;
  const what = error instanceof Problem ? awaited[error.code] : undefined;
  const thing = isDiskFullProblem(error) ? 'disk space on the server' : (what ?? 'the video service');
  return `waiting for ${thing}; this continues automatically`;
}

async function sayItWaits(world: World, videoId: string, step: StepName, run: string, note: string): Promise<void> {
  await world.database.kysely
    .updateTable('steps')
    .set({ note })
    .where('video_id', '=', videoId)
    .where('step', '=', step)
    .where('run_id', '=', run)
    .execute()
    // The embedded database has no room either.
    .catch((error: unknown) => world.log.warn({ err: error, video: videoId }, 'That a step waits could not be noted.'));
}

async function settle(
  world: World,
  videoId: string,
  step: StepName,
  run: string,
  outcome: StepResult & { failed?: boolean },
): Promise<void> {
  const state = outcome.failed ? 'failed' : (outcome.state ?? 'done');
  await world.database.transaction(async (tx) => {
    if (!(await lockVideoIfThere(tx, videoId))) return;
    const { numUpdatedRows } = await tx
      .updateTable('steps')
      .set({
        state,
        problem: outcome.problem ?? null,
        finished_at: world.now(),
        ...(state === 'done' || state === 'skipped' ? { progress: 1 } : {}),
        ...(state === 'waiting' ? { progress: 0, run_id: null, finished_at: null } : {}),
        ...(outcome.needsEngine ? { needs_engine: true } : {}),
        ...(outcome.note === undefined ? {} : { note: outcome.note }),
      })
      .where('video_id', '=', videoId)
      .where('step', '=', step)
      .where('run_id', '=', run)
      .executeTakeFirstOrThrow();
    // Overtaken by a newer run: this result is nobody's.
    if (numUpdatedRows === 0n) return;
    await outcome.save?.(tx);
    await startPipeline(world, tx, videoId);
    await recordOutcome(world, tx, videoId);
  });
}

/**
 * Runs one step of one video as a job. Repeatable: settled steps stay. Throws errors worth another attempt; other
 * errors become the step's problem.
 */
export async function runStep(
  world: World,
  step: StepName,
  work: StepHandler,
  videoId: string,
  job: { signal: AbortSignal; lastAttempt: boolean },
): Promise<void> {
  const video = await videoById(world.database.kysely, videoId);
  const run = randomUUID();
  if (!video || !(await takeStep(world, videoId, step, run))) return;
  const { progress, stop } = reportProgress(world, videoId, step, run);
  try {
    const outcome = await work(world, video, { ...job, progress });
    // It has refused the recording: there is nothing left to settle.
    if (!outcome) return;
    job.signal.throwIfAborted();
    await settle(world, videoId, step, run, outcome);
  } catch (caught) {
    stop();
    const error = await orAway(caught, world.storage);
    const waits = waitsFor(error);
    if (waits) await sayItWaits(world, videoId, step, run, waits);
    const problem = finalProblem(error, job);
    // A recording that cannot be used is its owner's trouble, not the operator's: no stack trace for it.
    if (problem.status < 500) world.log.info({ video: videoId, step, problem: problem.code }, problem.text);
    else world.log.error({ err: problem.cause ?? problem, video: videoId, step }, problem.text);
    await settle(world, videoId, step, run, { failed: true, problem: problem.text });
  } finally {
    stop();
    // The video may have been deleted while this wrote to it: nothing may stay behind.
    if (job.signal.aborted) await repeatRemoval(world, videoId);
  }
}
