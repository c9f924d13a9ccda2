import { stat } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import { LRUCache } from 'lru-cache';
import type { SoundTrack } from '../../port.ts';
import { type Channel, channelsAt, type Recorded } from './arguments.ts';
import type { Ffmpeg } from './run-ffmpeg.ts';

/** Seconds from which on some sound is listened to, of recordings of any length. */
const places = [0, 60, 180, 600, 1_200, 2_400, 4_200, 6_000, 9_000];

/**
 * By how much the mix of both channels may be softer than the louder one: 10 dB. That of one voice in one is 6 dB
 * softer.
 */
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

/** Parts of a place: half a second each, of both channels. */
const windows = { number: 40, values: 8_000 };

/** Half seconds in which somebody must be heard, and their share of all in which anybody is. */
const least = { windows: 2, share: 0.02 };

/** Share of what is said in either of two tracks from which on it matters that both speak. */
const atOnce = 0.1;

/** By how much somebody who speaks is louder than what the others' tracks pick up of them: 12 dB. */
const clearly = 4;

/** Loudness up to which what never rests is the noise of a device; somebody who speaks there is twice as loud. */
const loudestNoise = 330;

/** How loud a track is, half second by half second, and whether anybody speaks in it; unknown from `known` on. */
type Heard = { loud: number[]; speaks: boolean[]; known: number };

function heardIn(loud: number[], known: number): Heard {
  const falling = loud.toSorted((one, other) => other - one);
  const at = (share: number): number => falling[Math.floor(share * falling.length)] ?? 0;
  const rest = at(0.9);
  const noise = rest < loudestNoise ? 2 * rest : 0;
  const limit = Math.max(silent, noise, at(least.share) / clearly);
  return { loud, speaks: loud.map((value) => value > limit), known };
}

/** Listens to a track. An undecodable track counts as silent, and as unknown from the failure on. */
async function hear(ffmpeg: Ffmpeg, file: Recorded, stream: number, signal: AbortSignal | undefined): Promise<Heard> {
  const loud: number[] = [];
  try {
    for await (const values of listen(ffmpeg, file, stream, signal))
      for (let n = 0; n < windows.number; n += 1) {
        const part = values.subarray(n * windows.values, (n + 1) * windows.values);
        loud.push(
          loudness(
            part.reduce((squares, value) => squares + value ** 2, 0),
            part.length,
          ),
        );
      }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'media_failed') throw error;
    return heardIn(loud, loud.length);
  }
  return heardIn(loud, Infinity);
}

function joined(one: Heard, other: Heard): Heard {
  const [longer, shorter] = one.loud.length > other.loud.length ? [one, other] : [other, one];
  return {
    loud: longer.loud.map((value, n) => Math.max(value, shorter.loud[n] ?? 0)),
    speaks: longer.speaks.map((value, n) => value || shorter.speaks[n] === true),
    known: Math.min(one.known, other.known),
  };
}

/**
 * Whether a track has speech during pauses of `first`. If both speak most of the time, the track is an interpretation
 * or description, not a conversation.
 */
function isAnother(first: Heard, other: Heard): boolean {
  const count = { first: 0, other: 0, both: 0, own: 0 };
  for (let n = 0; n < Math.min(first.known, other.loud.length); n += 1) {
    const [before, now] = [first.speaks[n] === true, other.speaks[n] === true];
    if (before) count.first += 1;
    if (now) count.other += 1;
    if (before && now) count.both += 1;
    if (now && !before && other.loud[n]! > clearly * (first.loud[n] ?? 0)) count.own += 1;
  }
  const said = count.first + count.other - count.both;
  return (
    count.own >= Math.max(least.windows, said * least.share) &&
    count.both <= Math.max(Math.min(count.first, count.other) / 2, said * atOnce)
  );
}

/** Whether two tracks may be of people who speak with each other: others are one talk in two languages. */
const areOfOne = (one: SoundTrack, other: SoundTrack): boolean =>
  one.language === other.language && one.channels <= 2 && other.channels <= 2 && !one.isBeside && !other.isBeside;

/**
 * Returns the first audible track plus tracks with other speakers beside it, for recordings with one track per person
 * or room side. Empty when all is silent.
 */
export async function heardTogether(
  ffmpeg: Ffmpeg,
  file: Recorded,
  tracks: readonly SoundTrack[],
  signal: AbortSignal | undefined,
): Promise<SoundTrack[]> {
  const together: SoundTrack[] = [];
  let before: Heard | undefined;
  for (const track of tracks) {
    if (together[0] && !areOfOne(together[0], track)) continue;
    const heard = await hear(ffmpeg, file, track.stream, signal);
    const belongs = before
      ? isAnother(before, heard)
      : heard.loud.filter((value) => value > silent).length >= least.windows;
    if (!belongs) continue;
    together.push(track);
    before = before ? joined(before, heard) : heard;
  }
  return together;
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

/** Caches the channel choice per file, because a recogniser asks for each piece. */
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
