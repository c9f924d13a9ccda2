import { Problem } from '@lectern/contract/problem';

/** How much of a kind of work is done and waited for, over all callers and for each of them. */
export type Bound = { atOnce: number; waiting: number; each: number };

/** Runs work for a caller when a place is free. Throws `busy` at once when too many wait, or too many of this caller. */
export type Places = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

/** A semaphore whose queue is bounded and in which callers take turns: who asks for much waits for himself. */
export function createPlaces({ atOnce, waiting, each }: Bound): Places {
  let running = 0;
  let queued = 0;
  /** Running and waiting, by caller. */
  const counts = new Map<string, number>();
  /** By caller, in the order of their turns. */
  const queues = new Map<string, (() => void)[]>();

  function inLine(caller: string): Promise<void> {
    return new Promise((resolve) => {
      queued += 1;
      const queue = queues.get(caller);
      if (queue) queue.push(resolve);
      else queues.set(caller, [resolve]);
    });
  }

  /** Gives a place that has become free to the next caller. */
  function handOn(): void {
    const [first] = queues;
    if (!first) {
      running -= 1;
      return;
    }
    const [caller, [begin, ...others]] = first;
    queues.delete(caller);
    if (others.length > 0) queues.set(caller, others);
    queued -= 1;
    begin!();
  }

  return async (caller, work) => {
    const own = counts.get(caller) ?? 0;
    if (own >= each || (running >= atOnce && queued >= waiting)) throw new Problem('busy');
    counts.set(caller, own + 1);
    try {
      if (running < atOnce) running += 1;
      else await inLine(caller);
      try {
        return await work();
      } finally {
        handOn();
      }
    } finally {
      const left = counts.get(caller)! - 1;
      if (left > 0) counts.set(caller, left);
      else counts.delete(caller);
    }
  };
}
