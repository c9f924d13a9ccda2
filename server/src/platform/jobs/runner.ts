import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseDown } from '../database/failures.ts';
import { isDiskFullProblem, isTemporary, passesSoon, problemOf } from '../http/problem-of.ts';
import type { Log } from '../log/log.ts';
import { jobSeconds } from '../log/metrics.ts';
import type { Claimed } from './claim.ts';
import { type Attempts, crashes, type Queue } from './queue.ts';

/** How often jobs are looked at. */
export type JobTimes = {
  /** Waking is only quicker: what is due is found by asking so often, in milliseconds. */
  poll: number;
  /** Milliseconds between two signs that running jobs still run. */
  touch: number;
  /** Milliseconds between two looks for the jobs of dead processes. */
  supervise: number;
  /** The longest poll interval for work of another service, in seconds, as a person may be watching. */
  soon: number;
};

export const usualTimes: JobTimes = { poll: 1000, touch: 3000, supervise: 4000, soon: 15 };

/**
 * The runner's work for a job. Throws the cause of its failure; `retryable: false` on the error forbids another
 * attempt.
 */
export type JobWork = Attempts & {
  /** In seconds. */
  timeout: number;
  slots: number;
  fairByMember: boolean;
  /** The most jobs of one member at once, with `fairByMember`. */
  maxPerMember: number;
  /** `more`: it is to be taken again. */
  run(job: Claimed, lastAttempt: boolean, signal: AbortSignal): Promise<'more' | void>;
};

/** The reason for which a job is aborted that takes longer than it may. */
export class JobTimeout extends Error {
  override readonly name = 'JobTimeout';
  constructor(seconds: number) {
    super(`The job took longer than ${seconds} s.`);
  }
}

/** The reason for which a job is aborted that somebody has cancelled, or that is not this process's any more. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

type Running = {
  job: Claimed;
  controller: AbortController;
  /** `left`: handed back while it still ran. It is another's by now, who may have claimed it as the same attempt. */
  fate: 'open' | 'cancelled' | 'handed back' | 'left';
  ended: Promise<void>;
  /** When others may take it from a handler that does not end in time; on the clock of `performance`. */
  lostAt: number;
};

/** Milliseconds for a handler to end after its timeout, before others may take its job. */
const overtime = 60_000;
const noteEvery = 1000;
/** After being told to stop, a handler has so long to end before it is left behind, in milliseconds. */
const windDown = 3000;

export type Runner = {
  /** Something may be due under this name. */
  wake(name: string): void;
  /** Ends the running jobs of these keys; they were cancelled in the database. */
  abort(keys: readonly string[]): void;
  isBusy(): boolean;
  /** Lets what runs end for so long, then ends it and hands it back. */
  stop(graceSeconds: number): Promise<void>;
};

type RunnerOptions = {
  log: Log;
  times: Pick<JobTimes, 'poll' | 'touch' | 'supervise' | 'soon'>;
  /** Processes tell each other that their jobs still run. */
  isShared: boolean;
  /** A job of this name has failed for good. */
  onFailed(name: string): Promise<void>;
};

/** Takes jobs whenever a slot is free and runs them. */
export function startRunner(
  queue: Queue,
  works: ReadonlyMap<string, JobWork>,
  { log, times, isShared, onFailed }: RunnerOptions,
): Runner {
  const running = new Set<Running>();
  const due = new Set<string>();
  let stopping = false;
  let bell = Promise.withResolvers<void>();
  const ring = (): void => bell.resolve();

  const count = (name: string): number => [...running].filter(({ job }) => job.name === name).length;

  async function take(): Promise<void> {
    for (const name of due) {
      const work = works.get(name);
      const free = (work?.slots ?? 0) - count(name);
      if (!work || free <= 0 || stopping) continue;
      // Before asking: what is announced meanwhile is asked for once more.
      due.delete(name);
      const jobs = await (work.fairByMember
        ? queue.claimFairly(name, free, work.maxPerMember)
        : queue.claim(name, free));
      if (jobs.length === free) due.add(name);
      for (const job of jobs) start(job, work);
    }
  }

  function start(job: Claimed, work: JobWork): void {
    const entry: Running = {
      job,
      controller: new AbortController(),
      fate: 'open',
      ended: Promise.resolve(),
      lostAt: Infinity,
    };
    // A cancelled run of the same key may still be ending: two of them would write the same files.
    const before = [...running].filter((other) => other.job.key === job.key).map(({ ended }) => ended);
    running.add(entry);
    entry.ended = Promise.all(before)
      .then(() => attempt(entry, work))
      .catch((error: unknown) => log.error({ err: error, job: job.name }, 'The end of a job could not be noted.'))
      .finally(() => {
        running.delete(entry);
        due.add(job.name);
        ring();
      });
  }

  async function attempt(entry: Running, work: JobWork): Promise<void> {
    const { job, controller } = entry;
    const overdue = new JobTimeout(work.timeout);
    const timer = setTimeout(() => controller.abort(overdue), work.timeout * 1000);
    entry.lostAt = performance.now() + work.timeout * 1000 + overtime;
    const last = job.attempt >= job.limit - crashes;
    const ended = jobSeconds.startTimer({ name: job.name });
    let done: 'more' | void;
    try {
      controller.signal.throwIfAborted();
      done = await work.run(job, last, controller.signal);
      ended({ outcome: 'done' });
    } catch (error) {
      const waits = isTemporary(error);
      ended({ outcome: entry.fate !== 'open' ? 'stopped' : waits ? 'waits' : 'failed' });
      if (entry.fate !== 'open') return entry.fate === 'handed back' ? await queue.handBack([job]) : undefined;
      if (waits) {
        if (isDiskFullProblem(error))
          log.error({ err: error, job: job.name, payload: job.payload }, 'A job waits for room on the disk.');
        else if (problemOf(error, 'internal').code === 'storage_away')
          log.warn({ err: error, job: job.name, payload: job.payload }, 'A job waits for the storage.');
        await noted(() => queue.putOff(job, passesSoon(error) ? times.soon : undefined));
        return;
      }
      // A database that was away takes an attempt with it like a process that died, through no fault of the job.
      const final =
        !isDatabaseDown(error) && (last || (error as { retryable?: unknown } | undefined)?.retryable === false);
      log[final ? 'error' : 'warn'](
        { err: error, job: job.name, payload: job.payload },
        final ? 'A job has failed.' : 'A job failed and is tried again.',
      );
      await noted(() => queue.fail(job, error, final));
      if (final) await onFailed(job.name);
      return;
    } finally {
      clearTimeout(timer);
    }
    if (entry.fate !== 'left') await noted(() => (done === 'more' ? queue.goOn(job, work) : queue.complete(job)));
  }

  /** Notes the end of a job, which may have to wait until the database is back. */
  async function noted(note: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await note();
      } catch (error) {
        if (stopping) throw error;
        log.warn({ err: error }, 'The end of a job could not be noted; it is tried again.');
        await delay(noteEvery);
      }
    }
  }

  function end(entry: Running, fate: 'cancelled' | 'handed back', reason: string): void {
    if (entry.fate === 'open') entry.fate = fate;
    entry.controller.abort(fate === 'cancelled' ? new JobCancelled(reason) : new Error(reason));
  }

  async function touch(): Promise<void> {
    const entries = [...running].filter(({ lostAt }) => performance.now() < lostAt);
    if (entries.length === 0) return;
    const mine = await queue.touch(entries.map(({ job }) => job));
    for (const entry of entries)
      if (!mine.has(entry.job.id) && running.has(entry))
        end(entry, 'cancelled', 'The job is no longer this process’s.');
  }
  const repeat = (work: () => Promise<void>, ms: number, failure: string): NodeJS.Timeout =>
    setInterval(() => void work().catch((error: unknown) => log.warn({ err: error }, failure)), ms);
  const timers = isShared
    ? [
        repeat(touch, times.touch, 'The running jobs could not be touched.'),
        repeat(queue.failSilent, times.supervise, 'The jobs of dead processes could not be looked for.'),
      ]
    : [];

  async function loop(): Promise<void> {
    for (;;) {
      if (stopping) return;
      bell = Promise.withResolvers();
      try {
        for (const name of await queue.due()) due.add(name);
        await take();
      } catch (error) {
        log.error({ err: error }, 'Jobs could not be taken; the next try is in a second.');
      }
      const timer = setTimeout(ring, times.poll);
      await bell.promise;
      clearTimeout(timer);
    }
  }
  const looping = loop();

  const allEnded = (): Promise<unknown> => Promise.all([...running].map(({ ended }) => ended));
  const within = (milliseconds: number): Promise<unknown> => {
    const late = new AbortController();
    return Promise.race([
      allEnded(),
      delay(milliseconds, undefined, { signal: late.signal }).catch(() => undefined),
    ]).finally(() => late.abort());
  };

  return {
    wake(name) {
      due.add(name);
      ring();
    },
    abort(keys) {
      for (const entry of running) if (keys.includes(entry.job.key)) end(entry, 'cancelled', 'The job was cancelled.');
    },
    isBusy: () => running.size > 0,
    async stop(graceSeconds) {
      stopping = true;
      ring();
      await looping;
      if (graceSeconds > 0) await within(graceSeconds * 1000);
      for (const entry of running) end(entry, 'handed back', 'The server stops.');
      await within(windDown);
      for (const timer of timers) clearInterval(timer);
      const left = [...running].filter(({ fate }) => fate === 'handed back');
      for (const entry of left) entry.fate = 'left';
      await queue.handBack(left.map(({ job }) => job));
    },
  };
}
