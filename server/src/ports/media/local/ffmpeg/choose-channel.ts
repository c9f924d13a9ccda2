import { stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { type Channel, channelsAt, type Recorded } from './arguments.ts';
import type { Ffmpeg } from './run-ffmpeg.ts';

/** Seconds from which on some sound is listened to, of recordings of any length. */
const places = [0, 60, 600, 2_400, 6_000];

/** By how much the mix of both channels may be softer than the louder one: 10 dB. That of one voice in one is 6 dB softer. */
const softest = 10 ** (-10 / 20);

/** Root of the mean squares, of 16-bit samples, below which nothing is heard. */
const silent = 30;

/**
 * The channel that stands for both, where they cancel each other out: one of two wires was connected the wrong way round.
 * Undefined where both together are heard, as usual.
 */
async function listen(
  ffmpeg: Ffmpeg,
  file: Recorded,
  stream: number | undefined,
  signal?: AbortSignal,
): Promise<Channel | undefined> {
  const sums = { left: 0, right: 0, mix: 0 };
  let samples = 0;
  for (const from of places) {
    const { output } = await ffmpeg.run(channelsAt(file, stream, from), { signal, background: true });
    const values = new Int16Array(output.buffer, output.byteOffset, output.length >> 1);
    if (values.length < 2) break;
    for (let n = 0; n + 1 < values.length; n += 2) {
      const [left, right] = [values[n]!, values[n + 1]!];
      sums.left += left ** 2;
      sums.right += right ** 2;
      sums.mix += ((left + right) / 2) ** 2;
      samples += 1;
    }
  }
  const loudness = (sum: number): number => Math.sqrt(sum / Math.max(1, samples));
  const louder = sums.left >= sums.right ? 'FL' : 'FR';
  const loudest = loudness(Math.max(sums.left, sums.right));
  return loudest > silent && loudness(sums.mix) < loudest * softest ? louder : undefined;
}

/** What `listen` heard of a file is kept, as a recogniser asks for it piece by piece. */
export function channelChooser(ffmpeg: Ffmpeg) {
  const heard = new LRUCache<string, { channel: Channel | undefined }>({ max: 200 });
  return async (file: Recorded, stream: number | undefined, signal?: AbortSignal): Promise<Channel | undefined> => {
    const path = typeof file === 'string' ? file : file.file;
    const { ino, size, mtimeMs } = await stat(path);
    const name = [path, ino, size, mtimeMs, stream].join(' ');
    const known = heard.get(name) ?? { channel: await listen(ffmpeg, file, stream, signal) };
    heard.set(name, known);
    return known.channel;
  };
}
