import type { World } from './context.ts';

type Counting = Pick<World, 'database' | 'now' | 'log'>;

/** Counts in memory that are written together: a thousand visitors cost the database as much as one. */
export type Tally<T> = {
  /** Adds to what is counted under a key. What is new beyond the most keys, in a flood, is not counted. */
  add(world: Counting, key: string, count: T): void;
  /** Writes what was counted until now. What cannot be written is lost, and said in the log. */
  flush(world: Counting): Promise<void>;
};

type TallyOptions<T> = {
  /** Different things counted between two writes. */
  most: number;
  sum: (one: T, other: T) => T;
  write: (world: Counting, counts: readonly T[]) => Promise<unknown>;
  /** Says in the log what could not be counted. */
  lost: string;
};

/** Milliseconds between two writes; a sudden end loses these seconds. */
const pause = 3000;

type Waiting<T> = { counts: Map<string, T>; timer: NodeJS.Timeout | undefined };

/** A tally of each database. Whoever opens a server flushes it when the server is closed (`main/server.ts`). */
export function createTally<T>({ most, sum, write, lost }: TallyOptions<T>): Tally<T> {
  const tallies = new WeakMap<World['database'], Waiting<T>>();
  const waitingOf = ({ database }: Counting): Waiting<T> => {
    const waiting = tallies.get(database) ?? { counts: new Map<string, T>(), timer: undefined };
    tallies.set(database, waiting);
    return waiting;
  };
  const flush = async (world: Counting): Promise<void> => {
    const waiting = waitingOf(world);
    clearTimeout(waiting.timer);
    waiting.timer = undefined;
    const counts = [...waiting.counts.values()];
    waiting.counts = new Map();
    if (counts.length === 0) return;
    try {
      await write(world, counts);
    } catch (error) {
      world.log.error({ err: error, counts: counts.length }, lost);
    }
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
