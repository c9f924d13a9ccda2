import { LRUCache } from 'lru-cache';

/** What was made last, up to so many bytes. */
export type MemoryCache<T> = {
  /** What has this name; makes it where nobody has, and for all who ask while it is being made. A failure is not kept. */
  through(name: string, make: () => Promise<T>): Promise<T>;
};

/** `sizeOf` in bytes. */
export function createMemoryCache<T>(most: number, sizeOf: (made: T) => number): MemoryCache<T> {
  // What is being made counts as nothing: those who wait for it hold it anyway.
  const kept = new LRUCache<string, { made: Promise<T>; size: number }>({
    maxSize: most,
    sizeCalculation: ({ size }) => Math.max(1, size),
  });
  return {
    async through(name, make) {
      const known = kept.get(name);
      if (known) return known.made;
      const made = make();
      kept.set(name, { made, size: 0 });
      try {
        const result = await made;
        kept.set(name, { made, size: sizeOf(result) });
        return result;
      } catch (error) {
        kept.delete(name);
        throw error;
      }
    },
  };
}
