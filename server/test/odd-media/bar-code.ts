/**
 * Frames carry their number as sixteen bars on the top edge: white is 1, most significant first. The bars survive
 * encoding, cuts and seeks, as in `../shared/tools`.
 */
export const bars = 16;

export type Size = { width: number; height: number };

const barHeight = (height: number): number => Math.max(16, Math.floor(height / 9));

/** Frame `n` as raw yuv420p: the bars, under them a slope and a box that moves. */
export function drawFrame(n: number, { width, height }: Size): Buffer {
  const frame = Buffer.alloc((width * height * 3) / 2, 128);
  const barWidth = Math.floor(width / bars);
  const [left, top] = [(n * 7) % (width - 24), 40 + ((n * 3) % (height - 64))];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const boxed = x >= left && x < left + 24 && y >= top && y < top + 24;
      const bar = Math.min(bars - 1, Math.floor(x / barWidth));
      const isWhite = ((n >> (bars - 1 - bar)) & 1) === 1;
      frame[y * width + x] =
        y < barHeight(height) ? (isWhite ? 235 : 16) : boxed ? (n * 5) % 256 : 40 + ((x + y) % 160);
    }
  return frame;
}

/** Filters that leave of a picture one grey pixel for each bar. */
export const barFilters = `crop=iw:max(2\\,ih/18):0:2,scale=${bars}:1:flags=area:out_range=pc,format=gray`;

/** The number in sixteen grey pixels; undefined where a bar is neither white nor black. */
export function readBars(pixels: Buffer): number | undefined {
  let number = 0;
  for (const pixel of pixels.subarray(0, bars)) {
    if (pixel > 105 && pixel < 150) return undefined;
    number = number * 2 + (pixel >= 128 ? 1 : 0);
  }
  return number;
}

/** Noise of one channel that resembles itself only in place, 16 bits, little-endian; the same at every run. */
export function drawSound(seconds: number, rate: number): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * rate) * 2);
  let [seed, low] = [42, 0];
  for (let at = 0; at < samples.length; at += 2) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    low += ((seed / 2 ** 32 - 0.5) * 20_000 - low) * 0.25;
    samples.writeInt16LE(Math.round(low), at);
  }
  return samples;
}
