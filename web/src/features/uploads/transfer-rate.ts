/** Seconds over which the speed is averaged: long enough to be calm, short enough to notice a change. */
const memory = 8;

export type TransferRate = {
  /** Notes how many bytes have been sent in all, at a moment in seconds. */
  note: (bytes: number, seconds: number) => void;
  /** Bytes a second; undefined until there is something to tell. */
  speed: () => number | undefined;
  /** After a pause or a break: the time without sending does not count. */
  restart: () => void;
};

export function transferRate(): TransferRate {
  let points: { bytes: number; seconds: number }[] = [];
  return {
    note(bytes, seconds) {
      const last = points.at(-1);
      // A resumed upload may step back to what the server has.
      if (last && bytes < last.bytes) points = [];
      points.push({ bytes, seconds });
      while (points.length > 2 && seconds - (points[0]?.seconds ?? 0) > memory) points.shift();
    },
    speed() {
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last || last.seconds - first.seconds < 0.5) return undefined;
      return (last.bytes - first.bytes) / (last.seconds - first.seconds);
    },
    restart() {
      points = [];
    },
  };
}
