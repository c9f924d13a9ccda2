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
 * Allows each key `most` counts per window. All keys share one window and are forgotten together, so many networks
 * cannot push out others' counts.
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
