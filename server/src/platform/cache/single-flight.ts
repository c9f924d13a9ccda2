type Work = {
  /** Aborts when everybody who waited for the work has left. */
  signal: AbortSignal;
  /** False when it was forgotten meanwhile: what comes of it is for those who wait, and for nobody later. */
  isCurrent(): boolean;
};

export type SharedWork<T> = {
  /**
   * Runs `make` once for concurrent callers. Each leaves by its own signal; when the last leaves, the work aborts.
   * `make` may obey only the signal it gets.
   */
  share(key: string, make: (work: Work) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Makes later callers start anew for keys that begin with `prefix`. */
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
    // Waiters get the outcome; the outcome of abandoned work is ignored.
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
