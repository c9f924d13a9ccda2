/** When a frame is decoded and how long it lasts, in units of its track's timescale. */
export type Scheduled = { decode: number; duration: number };

/** Places a frame is moved by on average; with more its order is found by sorting. */
const mostMoves = 32;

/** Numbers of frames in the order in which they are shown. Encoders reorder neighbours alone, so few are moved. */
function displayOrder(shown: ArrayLike<number>): ArrayLike<number> {
  const order = new Uint32Array(shown.length);
  let moves = 0;
  for (let n = 0; n < shown.length; n += 1) {
    let at = n;
    for (; at > 0 && shown[order[at - 1]!]! > shown[n]!; at -= 1) order[at] = order[at - 1]!;
    order[at] = n;
    moves += n - at;
    if (moves > mostMoves * shown.length)
      return Array.from(shown, (_, each) => each).sort((a, b) => shown[a]! - shown[b]!);
  }
  return order;
}

/** Duration of each frame: until the next one is shown, or `end`. */
function durationsOf(shown: ArrayLike<number>, order: ArrayLike<number>, end: number): Float64Array {
  const duration = new Float64Array(shown.length);
  for (let place = 0; place < shown.length; place += 1) {
    const next = place + 1 < shown.length ? shown[order[place + 1]!]! : end;
    duration[order[place]!] = Math.max(0, next - shown[order[place]!]!);
  }
  return duration;
}

/**
 * Schedules frames in decode order, shown at `shown`, until `end`. Browsers take decode distance as display time, so
 * each lasts until the next is shown.
 */
export function schedule(shown: readonly number[], end: number): Scheduled[] {
  const order = displayOrder(shown);
  const durations = durationsOf(shown, order, end);
  let decode = shown[order[0] ?? 0] ?? 0;
  return Array.from(durations, (duration) => {
    const scheduled = { decode, duration };
    decode += duration;
    return scheduled;
  });
}

/** How much later frames are decoded than shown at most; 0 where none is. */
export function computeDecodeDelay(shown: Float64Array, end: number): number {
  const order = displayOrder(shown);
  const durations = durationsOf(shown, order, end);
  let [most, decode] = [0, shown[order[0] ?? 0] ?? 0];
  for (let n = 0; n < shown.length; n += 1) {
    most = Math.max(most, decode - shown[n]!);
    decode += durations[n]!;
  }
  return most;
}
