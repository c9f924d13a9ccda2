/** Milliseconds. */
const usualWindow = 10_000;

/** How often each key has come within the current window. */
export type Rate = {
  /** Counts once; whether that is within the bound. */
  count(key: string): boolean;
  /** Whether there is nothing left, without counting. */
  isUsedUp(key: string): boolean;
};

/**
 * Allows each key so much in a window, which is the same for all: what has been counted is forgotten as a whole, and not
 * key by key as they become too many. Somebody who comes from a thousand networks pushes nobody's count out.
 */
export function createRate(most: number, window = usualWindow): Rate {
  let began = -Infinity;
  let counts = new Map<string, number>();
  const current = (): Map<string, number> => {
    const now = performance.now();
    if (now - began < window) return counts;
    began = now;
    return (counts = new Map());
  };
  return {
    count(key) {
      const now = current();
      const count = (now.get(key) ?? 0) + 1;
      now.set(key, count);
      return count <= most;
    },
    isUsedUp: (key) => (current().get(key) ?? 0) >= most,
  };
}
