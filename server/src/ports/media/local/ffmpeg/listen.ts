import { stat } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import { LRUCache } from 'lru-cache';
import { type Channel, channelsAt, type Recorded } from './arguments.ts';
import type { Ffmpeg } from './run-ffmpeg.ts';

/** Seconds from which on some sound is listened to, of recordings of any length. */
const places = [0, 60, 600, 2_400, 6_000];

/** By how much the mix of both channels may be softer than the louder one: 10 dB. That of one voice in one is 6 dB softer. */
const softest = 10 ** (-10 / 20);

/** Root of the mean squares, of 16-bit samples, below which nothing is heard. */
const silent = 30;

/** Both channels at one place after the other, for as long as the recording lasts: samples of 16 bits in turns. */
async function* listen(
  ffmpeg: Ffmpeg,
  file: Recorded,
  stream: number | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Int16Array> {
  for (const from of places) {
    const { output } = await ffmpeg.run(channelsAt(file, stream, from), { signal, background: true });
    const values = new Int16Array(output.buffer, output.byteOffset, output.length >> 1);
    if (values.length < 2) return;
    yield values;
  }
}

const loudness = (sum: number, samples: number): number => Math.sqrt(sum / Math.max(1, samples));

/** Whether anything is heard of a stream, in places of it: nothing of one that cannot be decoded. */
export async function isHeard(
  ffmpeg: Ffmpeg,
  file: Recorded,
  stream: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    for await (const values of listen(ffmpeg, file, stream, signal)) {
      const sum = values.reduce((squares, value) => squares + value ** 2, 0);
      if (loudness(sum, values.length) > silent) return true;
    }
    return false;
  } catch (error) {
    if (error instanceof Problem && error.code === 'media_failed') return false;
    throw error;
  }
}

/**
 * The channel that stands for both, where they cancel each other out: one of two wires was connected the wrong way round.
 * Undefined where both together are heard, as usual.
 */
async function chooseChannel(
  ffmpeg: Ffmpeg,
  file: Recorded,
  stream: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Channel | undefined> {
  const sums = { left: 0, right: 0, mix: 0 };
  let samples = 0;
  for await (const values of listen(ffmpeg, file, stream, signal))
    for (let n = 0; n + 1 < values.length; n += 2) {
      const [left, right] = [values[n]!, values[n + 1]!];
      sums.left += left ** 2;
      sums.right += right ** 2;
      sums.mix += ((left + right) / 2) ** 2;
      samples += 1;
    }
  const louder = sums.left >= sums.right ? 'FL' : 'FR';
  const loudest = loudness(Math.max(sums.left, sums.right), samples);
  return loudest > silent && loudness(sums.mix, samples) < loudest * softest ? louder : undefined;
}

/** What was heard of a file is kept, as a recogniser asks for it piece by piece. */
export function channelChooser(ffmpeg: Ffmpeg) {
  const heard = new LRUCache<string, { channel: Channel | undefined }>({ max: 200 });
  return async (file: Recorded, stream: number | undefined, signal?: AbortSignal): Promise<Channel | undefined> => {
    const path = typeof file === 'string' ? file : file.file;
    const { ino, size, mtimeMs } = await stat(path);
    const name = [path, ino, size, mtimeMs, stream].join(' ');
    const known = heard.get(name) ?? { channel: await chooseChannel(ffmpeg, file, stream, signal) };
    heard.set(name, known);
    return known.channel;
  };
}
