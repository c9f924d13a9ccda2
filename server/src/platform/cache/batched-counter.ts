import type { World } from '../http/context.ts';
import type { Queryable } from '../database/database.ts';
import { problemOf } from '../http/problem-of.ts';

type Counting = Pick<World, 'database' | 'now' | 'log'>;

/** Counts in memory that are written together: a thousand visitors cost the database as much as one. */
export type BatchedCounter<T> = {
  /** Adds to what is counted under a key. What is new beyond the most keys, in a flood, is not counted. */
  add(world: Counting, key: string, count: T): void;
  /**
   * Writes all counts so far or none. Keeps them when the database is unavailable or busy; drops and logs them on
   * other errors.
   */
  flush(world: Counting): Promise<void>;
};

type TallyOptions<T> = {
  /** Different things counted between two writes. */
  most: number;
  sum: (earlier: T, later: T) => T;
  /** Gets the counts in the order of their keys, the same in every process. Run again after a collision. */
  write: (tx: Queryable, counts: readonly T[], now: Date) => Promise<unknown>;
  /** Says in the log what could not be counted. */
  lost: string;
};

/** Milliseconds between two writes; a sudden end loses these seconds. */
const pause = 3000;

/**
 * `written`: the write under way or the last one. The next follows it, for some add to what the one before has written.
 */
type Waiting<T> = { counts: Map<string, T>; timer: NodeJS.Timeout | undefined; written: Promise<void> };

const byKey = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);

/** A tally of each database. Whoever opens a server flushes it when the server is closed (`main/server.ts`). */
export function createBatchedCounter<T>({ most, sum, write, lost }: TallyOptions<T>): BatchedCounter<T> {
  const tallies = new WeakMap<World['database'], Waiting<T>>();
  const waitingOf = ({ database }: Counting): Waiting<T> => {
    const waiting = tallies.get(database) ?? {
      counts: new Map<string, T>(),
      timer: undefined,
      written: Promise.resolve(),
    };
    tallies.set(database, waiting);
    return waiting;
  };
  /** Puts counts back beside what was counted meanwhile. Written with the next count, or at the end. */
  const putBack = (waiting: Waiting<T>, counts: readonly [string, T][]): void => {
    for (const [key, count] of counts) {
      const later = waiting.counts.get(key);
      if (later === undefined && waiting.counts.size >= most) continue;
      waiting.counts.set(key, later === undefined ? count : sum(count, later));
    }
  };
  const writeAll = async (world: Counting, waiting: Waiting<T>): Promise<void> => {
    clearTimeout(waiting.timer);
    waiting.timer = undefined;
    const counts = [...waiting.counts].sort(byKey);
    waiting.counts = new Map();
    if (counts.length === 0) return;
    try {
      await world.database.transaction((tx) =>
        write(
          tx,
          counts.map(([, count]) => count),
          world.now(),
        ),
      );
    } catch (error) {
      const keeps = problemOf(error, 'internal').code !== 'internal';
      if (keeps) putBack(waiting, counts);
      world.log.error({ err: error, counts: counts.length, kept: keeps }, lost);
    }
  };
  const flush = (world: Counting): Promise<void> => {
    const waiting = waitingOf(world);
    return (waiting.written = waiting.written.then(() => writeAll(world, waiting)));
  };
  return {
    add(world, key, count) {
      const waiting = waitingOf(world);
      const there = waiting.counts.get(key);
      if (there === undefined && waiting.counts.size >= most) return;
      waiting.counts.set(key, there === undefined ? count : sum(there, count));
      waiting.timer ??= setTimeout(() => void flush(world), pause).unref();
    },
    flush,
  };
}
