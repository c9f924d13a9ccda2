import { LRUCache } from 'lru-cache';
import { createSingleFlight } from './single-flight.ts';

/** What was used last, up to so many bytes. */
export type MemoryCache<T> = {
  /**
   * What has this name; makes it where nobody has, once for all who ask meanwhile (see `SharedWork`). A failure is not kept.
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
