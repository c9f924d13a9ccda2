/** When a frame is decoded and how long it lasts, in units of its track's timescale. */
export type Scheduled = { decode: number; duration: number };

/**
 * The schedule of a segment whose frames, in the order of decoding, are shown at these times and which ends at `end`. A
 * fragment tells only one length of a frame, the distance to the next decode time, and browsers take it for how long
 * the frame is shown: so each lasts until the next one is shown, and is decoded when those before it have lasted. The
 * first is decoded when the segment begins, the last is over when it ends, whatever is reordered and however lengths vary.
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
export const delayOf = (shown: readonly number[], end: number): number =>
  schedule(shown, end).reduce((most, { decode }, n) => Math.max(most, decode - shown[n]!), 0);
