type Work = {
  /** Aborts when everybody who waited for the work has left. */
  signal: AbortSignal;
  /** False when it was forgotten meanwhile: what comes of it is for those who wait, and for nobody later. */
  isCurrent(): boolean;
};

export type SharedWork<T> = {
  /**
   * Does something once for all who want it at the same time. Each leaves by a signal of their own, which takes nothing
   * from the others; when the last one has left, the work is given up. So `make` may heed no signal but the one it gets.
   */
  share(key: string, make: (work: Work) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Whoever asks from now on for a key that begins so has it made anew. */
  forget(prefix: string): void;
};

type UnderWay<T> = { made: Promise<T>; waiters: number; left: AbortController };

export function createSingleFlight<T>(): SharedWork<T> {
  const underWay = new Map<string, UnderWay<T>>();

  function begin(key: string, make: (work: Work) => Promise<T>): UnderWay<T> {
    const left = new AbortController();
    const isCurrent = (): boolean => underWay.get(key) === work;
    const end = (): void => void (isCurrent() && underWay.delete(key));
    const work: UnderWay<T> = {
      made: Promise.resolve().then(() => make({ signal: left.signal, isCurrent })),
      waiters: 0,
      left,
    };
    underWay.set(key, work);
    // Those who wait are told. Of work that was given up nobody wants to know.
    work.made.then(end, end);
    return work;
  }

  return {
    async share(key, make, signal) {
      signal?.throwIfAborted();
      const work = underWay.get(key) ?? begin(key, make);
      work.waiters += 1;
      const gone = Promise.withResolvers<never>();
      const leave = (): void => {
        work.waiters -= 1;
        if (work.waiters === 0) {
          if (underWay.get(key) === work) underWay.delete(key);
          work.left.abort(signal?.reason);
        }
        gone.reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      return Promise.race([work.made, gone.promise]).finally(() => signal?.removeEventListener('abort', leave));
    },
    forget(prefix) {
      for (const key of underWay.keys()) if (key.startsWith(prefix)) underWay.delete(key);
    },
  };
}
