import { LRUCache } from 'lru-cache';
import { createSingleFlight } from './single-flight.ts';

/** Keeps the most recently used values, up to a limit in bytes. */
export type MemoryCache<T> = {
  /**
   * Returns the value of this name, or makes it once for all concurrent callers (see `SharedWork`). Failures are not
   * kept.
   */
  through(name: string, make: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Everything whose name begins so. */
  forget(prefix: string): void;
};

/** `sizeOf` in bytes, or in whatever `most` counts. */
export function createMemoryCache<T extends object | string>(
  most: number,
  sizeOf: (made: T) => number,
): MemoryCache<T> {
  const kept = new LRUCache<string, T>({ maxSize: most, sizeCalculation: (made) => Math.max(1, sizeOf(made)) });
  const making = createSingleFlight<T>();
  return {
    async through(name, make, signal) {
      const known = kept.get(name);
      if (known !== undefined) return known;
      return making.share(
        name,
        async ({ signal, isCurrent }) => {
          const made = await make(signal);
          if (isCurrent()) kept.set(name, made);
          return made;
        },
        signal,
      );
    },
    forget(prefix) {
      making.forget(prefix);
      for (const name of kept.keys()) if (name.startsWith(prefix)) kept.delete(name);
    },
  };
}
