import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable } from '../database/database.ts';
import { afterCommit } from '../database/transactions.ts';
import { type Log, withLogContext } from '../log/log.ts';
import { SpanKind } from '@opentelemetry/api';
import { inSpan, extractTrace, withTrace } from '../log/tracing.ts';
import { openQueue, type Queue } from './queue.ts';
import { type Runner, startRunner, type JobWork, type JobTimes, usualTimes } from './runner.ts';

/** Facts about the running job, for its handler. */
export type Job = {
  id: string;
  /** Counts from 1. */
  attempt: number;
  /** Nobody tries again when this attempt fails. */
  lastAttempt: boolean;
  /** Aborts when the job is cancelled, takes too long, or the server stops. */
  signal: AbortSignal;
};

/** The result of a handler. */
export type Done = 'more' | void;

/**
 * A kind of job. Jobs run at least once, so handlers must be repeatable. Errors with `retryable: false` end a job;
 * others allow `retries` more attempts.
 */
export type JobDefinition<World, Payload extends object = object> = {
  name: string;
  /** Checks what was stored, perhaps by an older version. A payload it refuses fails the job for good. */
  payload?: { parse(value: unknown): Payload };
  /** Goes on when the video that its payload names (`videoId`) is deleted, and sees to what that leaves. */
  outlivesVideo?: true;
  /** How many run at once in a process. Default 1. */
  slots?: number;
  /** Members take turns (see claim.ts): their jobs are enqueued with `member`. For what takes long. */
  fairByMember?: boolean;
  /** How many of one member run at once at most in all processes, with `fairByMember`. Default: as many as have slots. */
  maxPerMember?: number;
  /** Further attempts after the first. Default 3. */
  retries?: number;
  /** Seconds before the second attempt; doubles with each further one. Default 2. */
  backoff?: number;
  /** The longest wait before another attempt, in seconds. Default five minutes. */
  longestBackoff?: number;
  /** Seconds until an attempt is aborted. Default one hour. */
  timeout?: number;
  /** `more`: it has done a part, and goes on when it is its turn again: others that wait come first, with `fairByMember`. */
  run(ctx: World, payload: Payload, job: Job): Promise<Done>;
  /**
   * Runs in the transaction of an operator's cancellation, before the job is locked, to keep lock order. Leaves
   * resumable state. Throws a `Problem` if cancelling is not allowed.
   */
  onCancel?(ctx: World, tx: Queryable, payload: Payload): Promise<void>;
  /** An operator lets the failed job run again: within that transaction, lets what it is for wait for it again. */
  onRetry?(ctx: World, tx: Queryable, payload: Payload): Promise<void>;
  /**
   * Settles rows whose job is lost (see `Jobs.alive`): crashed too often, abandoned or absent from an older database.
   * Runs at start, every minute and after final failures, concurrently.
   */
  recoverOrphans?(ctx: World): Promise<void>;
};

export type Jobs = {
  /**
   * Stores a job, with `tx` only if that commits. Returns false when a live job has the same `key`. `after`: earliest
   * run; `member`: id of its owner.
   */
  enqueue(
    name: string,
    payload: object,
    options?: { tx?: Queryable; key?: string; after?: Date; member?: string },
  ): Promise<boolean>;
  /**
   * Cancels the live jobs of these keys. Their handlers in this process see their signals abort once `tx` is committed.
   */
  cancel(keys: readonly string[], options?: { tx?: Queryable }): Promise<void>;
  /** The same for every live job that is of a video, by the `videoId` of its payload, and does not outlive it. */
  cancelOfVideo(videoId: string, options: { tx: Queryable }): Promise<void>;
  /** Filters keys to those with a live job: waiting, running or to be retried. */
  alive(keys: readonly string[], options?: { tx?: Queryable }): Promise<Set<string>>;
  /** Settles what has lost its job (see `JobDefinition.recoverOrphans`). */
  recoverOrphans(): Promise<void>;
  /** For the operator: see `Queue`. */
  list: Queue['list'];
  counts: Queue['counts'];
  answers: Queue['answers'];
  /**
   * Lets an operator rerun a failed job and calls `onRetry`. Returns false when it has not failed or its key is alive;
   * then roll `tx` back.
   */
  retry(id: string, options: { tx: Queryable }): Promise<boolean>;
  /**
   * An operator's: cancels a live job and tells its kind (see `onCancel`); false when it has ended already: then `tx`
   * must be rolled back.
   */
  cancelById(id: string, options: { tx: Queryable }): Promise<boolean>;
  /** Removes every trace of these ids; see `Queue`. One that runs is aborted when it is found to be gone. */
  forget(ids: readonly string[], options: { tx: Queryable }): Promise<void>;
  /** Looks at once whether something is due. */
  wake(name: string): void;
  start(): void;
  /** Whether this process does jobs. */
  runsHere(): boolean;
  /** Lets running jobs end for so long; what is not done then is aborted and goes on at the next start. */
  stop(graceSeconds: number): Promise<void>;
  /**
   * For tests: resolves when nothing runs or is due within a minute, retries included. Jobs not started run only
   * during this call.
   */
  settle(): Promise<void>;
};

/** More than any number of slots, and a number to the database. */
const unbounded = 2 ** 31 - 1;

/** The limits of a kind of job that does not state its own; see `JobDefinition`. */
const usualLimits: Omit<JobWork, 'run'> = {
  slots: 1,
  fairByMember: false,
  maxPerMember: unbounded,
  retries: 3,
  backoff: 2,
  longestBackoff: 300,
  timeout: 3600,
};

/** Milliseconds between two looks for what has lost its job. */
const lookEvery = 60_000;

/** Opens the durable jobs of a database. Nothing runs before `start`. */
export async function createJobs<World>(
  database: Database,
  definitions: Readonly<Record<string, JobDefinition<World>>>,
  ctx: World,
  log: Log,
  times: JobTimes = usualTimes,
): Promise<Jobs> {
  const kinds = new Map(Object.values(definitions).map((definition) => [definition.name, definition]));
  const works = new Map([...kinds].map(([name, definition]) => [name, workOf(definition, ctx, log)]));
  const queue = await openQueue(database, [...works.keys()]);
  let runner: Runner | undefined;
  let looking: NodeJS.Timeout | undefined;
  let settling = Promise.resolve();
  let isSettling = false;
  let stopped = false;

  const settleLostOf = async (name: string): Promise<void> => {
    try {
      // Skips settling when a newer program ends this one, because its jobs use names unknown here and are not lost.
      if (await database.isServable()) await kinds.get(name)?.recoverOrphans?.(ctx);
    } catch (error) {
      log.warn({ err: error, job: name }, 'What has lost its job could not be settled; it is tried again.');
    }
  };
  /** One after the other: it is upkeep, and requests come first. */
  function recoverOrphans(): Promise<void> {
    settling = settling.then(async () => {
      isSettling = true;
      for (const name of kinds.keys()) if (!stopped) await settleLostOf(name);
      await queue.forgetOld().catch((error: unknown) => log.warn({ err: error }, 'Old jobs could not be forgotten.'));
      isSettling = false;
    });
    return settling;
  }

  const run = (): Runner =>
    startRunner(queue, works, { log, times, isShared: database.kind === 'postgresql', onFailed: settleLostOf });

  return {
    async enqueue(name, payload, options = {}) {
      const work = works.get(name);
      if (!work) throw new Error(`There is no job named ${name}.`);
      const added = await queue.add(name, withTrace(payload), work, options);
      afterCommit(() => runner?.wake(name));
      return added;
    },
    async cancel(keys, { tx } = {}) {
      await queue.cancel(keys, tx);
      afterCommit(() => runner?.abort(keys));
    },
    async cancelOfVideo(videoId, { tx }) {
      const ending = [...kinds.values()].filter(({ outlivesVideo }) => !outlivesVideo).map(({ name }) => name);
      const keys = await queue.cancelOfVideo(videoId, ending, tx);
      afterCommit(() => runner?.abort(keys));
    },
    alive: (keys, { tx } = {}) => queue.alive(keys, tx),
    recoverOrphans,
    list: queue.list,
    counts: queue.counts,
    answers: queue.answers,
    async retry(id, { tx }) {
      const job = await queue.find(id, tx);
      if (!job) return false;
      await kinds.get(job.name)?.onRetry?.(ctx, tx, job.payload);
      const retried = await queue.retry(id, tx);
      afterCommit(() => runner?.wake(job.name));
      return retried;
    },
    async cancelById(id, { tx }) {
      const job = await queue.find(id, tx);
      if (!job) return false;
      await kinds.get(job.name)?.onCancel?.(ctx, tx, job.payload);
      if (!(await queue.cancelById(id, tx))) return false;
      afterCommit(() => runner?.abort([job.key]));
      return true;
    },
    forget: (ids, { tx }) => queue.forget(ids, tx),
    wake: (name) => runner?.wake(name),
    runsHere: () => runner !== undefined,
    start() {
      runner ??= run();
      void recoverOrphans();
      // A round that takes longer than the pause between two is not waited for by more and more others.
      looking ??= setInterval(() => {
        if (!isSettling) void recoverOrphans();
      }, lookEvery);
    },
    async stop(graceSeconds) {
      stopped = true;
      clearInterval(looking);
      await settling;
      await runner?.stop(graceSeconds);
      runner = undefined;
    },
    async settle() {
      await settling;
      const hasStarted = runner !== undefined;
      runner ??= run();
      while (runner?.isBusy() || (await queue.hasLive())) await delay(20);
      if (hasStarted) return;
      await runner?.stop(0);
      runner = undefined;
    },
  };
}

function workOf<World>(definition: JobDefinition<World>, ctx: World, log: Log): JobWork {
  const { payload: schema, ...given } = definition;
  return {
    ...usualLimits,
    ...given,
    async run({ id, name, attempt, payload: stored }, lastAttempt, signal) {
      const { payload, continued } = extractTrace(stored);
      let checked = payload;
      try {
        if (schema) checked = schema.parse(payload);
      } catch (error) {
        throw Object.assign(new Error('The job holds what it cannot be run with.', { cause: error }), {
          retryable: false,
        });
      }
      const { videoId: video } = payload as { videoId?: string };
      return continued(() =>
        withLogContext({ job: name, jobId: id, video }, () =>
          inSpan(
            `job ${name}`,
            { kind: SpanKind.CONSUMER, 'job.id': id, 'job.attempt': attempt, ...(video ? { 'video.id': video } : {}) },
            async () => {
              const began = performance.now();
              log.info({ attempt }, 'A job began.');
              const done = await definition.run(ctx, checked, { id, attempt, lastAttempt, signal });
              const seconds = Math.round(performance.now() - began) / 1000;
              log.info({ seconds }, done === 'more' ? 'A part of a job is done.' : 'A job is done.');
              return done;
            },
          ),
        ),
      );
    },
  };
}
