import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '../context.ts';
import type { Database, Queryable } from '../database/database.ts';
import { afterCommit } from '../database/transactions.ts';
import type { Log } from '../log.ts';
import { openQueue, type Queue } from './queue.ts';
import { type Runner, startRunner, type Work } from './runner.ts';

/** What a handler knows about the job it runs. */
export type Job = {
  id: string;
  /** Counts from 1. */
  attempt: number;
  /** Nobody tries again when this attempt fails. */
  lastAttempt: boolean;
  /** Aborts when the job is cancelled, takes too long, or the server stops. */
  signal: AbortSignal;
};

/**
 * A kind of job. Jobs run at least once: a handler that was cut off runs again, so it must be repeatable.
 * An error with `retryable: false` ends the job at once; any other is tried again `retries` times.
 */
export type JobDefinition<Payload extends object = object, Ctx = World> = {
  name: string;
  /** Checks what was stored, perhaps by an older version. A payload it refuses fails the job for good. */
  payload?: { parse(value: unknown): Payload };
  /** How many run at once in a process. Default 1. */
  slots?: number;
  /** Further attempts after the first. Default 3. */
  retries?: number;
  /** Seconds before the second attempt; doubles with each further one. Default 2. */
  backoff?: number;
  /** Seconds until an attempt is aborted. Default one hour. */
  timeout?: number;
  run(ctx: Ctx, payload: Payload, job: Job): Promise<void>;
  /**
   * An operator cancels the job: within that transaction, leaves what it was for as something people can go on from.
   * Throws a `Problem` where a job of this kind must not be cancelled.
   */
  onCancel?(tx: Queryable, payload: Payload): Promise<void>;
};

export type Jobs = {
  /**
   * Stores a job; with `tx` it exists if and only if that transaction commits. A live job with the same `key`
   * stands for the new one: then false. `after` is the earliest time it runs.
   */
  enqueue(name: string, payload: object, options?: { tx?: Queryable; key?: string; after?: Date }): Promise<boolean>;
  /** Cancels the live job of a key, if any. Its handler in this process sees its signal abort once `tx` is committed. */
  cancel(key: string, options?: { tx?: Queryable }): Promise<void>;
  /** For the operator: see `Queue`. */
  list: Queue['list'];
  counts: Queue['counts'];
  /** Lets a failed job run again; false when it has not failed, or its like is alive. */
  retry(id: string, options?: { tx?: Queryable }): Promise<boolean>;
  /** An operator's: cancels a live job and tells its kind (see `onCancel`); false when it has ended already. */
  cancelById(id: string, options: { tx: Queryable }): Promise<boolean>;
  /** Looks at once whether something is due. */
  wake(name: string): void;
  start(): void;
  /** Lets running jobs end for so long; what is not done then is aborted and goes on at the next start. */
  stop(graceSeconds: number): Promise<void>;
  /** Resolves when nothing runs or is due within a minute, further attempts included. For tests. */
  idle(): Promise<void>;
};

/** Opens the durable jobs of a database. Nothing runs before `start`. */
export async function createJobs<Ctx>(
  database: Database,
  definitions: Readonly<Record<string, JobDefinition<object, Ctx>>>,
  ctx: Ctx,
  log: Log,
): Promise<Jobs> {
  const kinds = new Map(Object.values(definitions).map((definition) => [definition.name, definition]));
  const works = new Map([...kinds].map(([name, definition]) => [name, workOf(definition, ctx)]));
  const queue = await openQueue(database, [...works.keys()], log);
  let runner: Runner | undefined;
  return {
    async enqueue(name, payload, options = {}) {
      const work = works.get(name);
      if (!work) throw new Error(`There is no job named ${name}.`);
      const added = await queue.add(name, payload, work, options);
      afterCommit(() => runner?.wake(name));
      return added;
    },
    async cancel(key, { tx } = {}) {
      await queue.cancel(key, tx);
      afterCommit(() => runner?.abort(key));
    },
    list: queue.list,
    counts: queue.counts,
    async retry(id, { tx } = {}) {
      const retried = await queue.retry(id, tx);
      afterCommit(() => {
        for (const name of works.keys()) runner?.wake(name);
      });
      return retried;
    },
    async cancelById(id, { tx }) {
      const job = await queue.cancelById(id, tx);
      if (!job) return false;
      await kinds.get(job.name)?.onCancel?.(tx, job.payload);
      afterCommit(() => runner?.abort(job.key));
      return true;
    },
    wake: (name) => runner?.wake(name),
    start() {
      runner ??= startRunner(queue, works, log, database.kind === 'postgresql');
    },
    async stop(graceSeconds) {
      await runner?.stop(graceSeconds);
      runner = undefined;
      await queue.close();
    },
    async idle() {
      while (runner?.isBusy() || (await queue.hasLive())) await delay(20);
    },
  };
}

function workOf<Ctx>(definition: JobDefinition<object, Ctx>, ctx: Ctx): Work {
  const { payload: schema, slots = 1, retries = 3, backoff = 2, timeout = 3600 } = definition;
  return {
    slots,
    retries,
    backoff,
    timeout,
    async run({ id, attempt, payload }, lastAttempt, signal) {
      let checked = payload;
      try {
        if (schema) checked = schema.parse(payload);
      } catch (error) {
        throw Object.assign(new Error('The job holds what it cannot be run with.', { cause: error }), {
          retryable: false,
        });
      }
      await definition.run(ctx, checked, { id, attempt: attempt + 1, lastAttempt, signal });
    },
  };
}
