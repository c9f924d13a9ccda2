type Waiting = {
  /** Ends the waiting; the work is then not done. */
  signal?: AbortSignal | undefined;
  /** Called when it is not this work's turn yet. */
  onWait?: () => void;
};

/** Lets at most `places` pieces of work run at a time; the others wait in the order they came. */
export function createTurns(places: number): <T>(work: () => Promise<T>, waiting?: Waiting) => Promise<T> {
  let free = places;
  const queue = new Set<() => void>();

  async function turn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      queue.delete(resolve);
      reject(signal?.reason);
    };
    queue.add(resolve);
    signal?.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  return async (work, { signal, onWait } = {}) => {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else {
      onWait?.();
      await turn(signal);
    }
    try {
      return await work();
    } finally {
      const [next] = queue;
      if (next) {
        queue.delete(next);
        next();
      } else free += 1;
    }
  };
}
