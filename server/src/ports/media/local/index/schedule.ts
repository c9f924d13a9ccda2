/** When a frame is decoded and how long it lasts, in units of its track's timescale. */
export type Scheduled = { decode: number; duration: number };

/**
 * Schedules frames in decode order, shown at `shown`, until `end`. Browsers take decode distance as display time, so
 * each lasts until the next is shown.
 */
export function schedule(shown: readonly number[], end: number): Scheduled[] {
  const order = shown.map((_, n) => n).sort((a, b) => shown[a]! - shown[b]!);
  const duration = new Float64Array(shown.length);
  for (const [place, n] of order.entries()) {
    const next = order[place + 1];
    duration[n] = Math.max(0, (next === undefined ? end : shown[next]!) - shown[n]!);
  }
  let decode = shown[order[0]!] ?? 0;
  return shown.map((_, n) => {
    const scheduled = { decode, duration: duration[n]! };
    decode += scheduled.duration;
    return scheduled;
  });
}

/** How much later frames are decoded than shown at most; 0 where none is. */
export const computeDecodeDelay = (shown: readonly number[], end: number): number =>
  schedule(shown, end).reduce((most, { decode }, n) => Math.max(most, decode - shown[n]!), 0);
