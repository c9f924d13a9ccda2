import { Problem } from '@lectern/contract/problem';

export type Bound = {
  /** Pieces of work at a time. */
  maxConcurrent: number;
  /** Running at once for one owner; below `maxConcurrent`, other owners always find a place. Default: all. */
  maxConcurrentPerOwner?: number;
  /** How many may wait for their turn. Default: any number. */
  maxQueued?: number;
  /** How many one owner may have, running and waiting. Default: any number. */
  maxPerOwner?: number;
};

type Admission = {
  /** For whom it is: they take turns. Default: all the same. */
  owner?: string | undefined;
  /** Ends the waiting; the work is then not done. */
  signal?: AbortSignal | undefined;
  /** Called when it is not this work's turn yet. */
  onWait?: (() => void) | undefined;
};

/** Runs work when its turn comes. Throws `busy` at once where a bound is reached, and the signal's reason. */
export type Semaphore = <T>(work: () => Promise<T>, admission?: Admission) => Promise<T>;

/**
 * Waits for the turn of whoever asked, then runs the work. Throws `busy`, and the signal's reason where that ends the
 * waiting.
 */
export type OwnerSemaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

type Owner = { running: number; lastTurn: number; queue: Set<() => void> };

/**
 * Runs `atOnce` tasks at a time. Next is the owner with the fewest running, then the longest since its last turn, so
 * heavy callers delay only themselves.
 */
export function createSemaphore({
  maxConcurrent,
  maxConcurrentPerOwner = Infinity,
  maxQueued: waiting = Infinity,
  maxPerOwner: each = Infinity,
}: Bound): Semaphore {
  const owners = new Map<string, Owner>();
  let running = 0;
  let queued = 0;
  let turns = 0;

  const mayBegin = (owner: Owner): boolean => running < maxConcurrent && owner.running < maxConcurrentPerOwner;

  function begin(owner: Owner): void {
    running += 1;
    owner.running += 1;
    owner.lastTurn = turns += 1;
  }

  /** In the order in which they came, where nothing else decides. */
  function next(): Owner | undefined {
    let first: Owner | undefined;
    for (const owner of owners.values())
      if (
        owner.queue.size > 0 &&
        mayBegin(owner) &&
        (!first || (owner.running - first.running || owner.lastTurn - first.lastTurn) < 0)
      )
        first = owner;
    return first;
  }

  /** Gives a place that has become free to whoever comes next. */
  function handOn(): void {
    const owner = next();
    if (!owner) return;
    const [start] = owner.queue;
    owner.queue.delete(start!);
    queued -= 1;
    begin(owner);
    start!();
  }

  async function inLine({ queue }: Owner, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      // It has begun in this moment: what becomes of it is the work's own business.
      if (!queue.delete(resolve)) return;
      queued -= 1;
      reject(signal?.reason);
    };
    queue.add(resolve);
    queued += 1;
    signal?.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  return async (work, { owner: name = '', signal, onWait } = {}) => {
    signal?.throwIfAborted();
    const owner = owners.get(name) ?? { running: 0, lastTurn: 0, queue: new Set() };
    const mayRun = mayBegin(owner);
    if (owner.running + owner.queue.size >= each || (!mayRun && queued >= waiting)) throw new Problem('busy');
    owners.set(name, owner);
    try {
      if (mayRun) begin(owner);
      else {
        onWait?.();
        await inLine(owner, signal);
      }
      try {
        return await work();
      } finally {
        running -= 1;
        owner.running -= 1;
        handOn();
      }
    } finally {
      if (owner.running + owner.queue.size === 0 && owners.get(name) === owner) owners.delete(name);
    }
  };
}
