import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { measureSoundLevels, sampleRateHz } from '../../../platform/media/sound-levels.ts';
import type { Media } from '../../media/port.ts';
import type { Recognition, SpeechJournal, TimeRange } from '../port.ts';

/** How long a part of a recording may be that is sent at once, in seconds. */
export type PartLengthSeconds = { least: number; most: number };

/** Tenths of a second of silence that a cut wants around it. */
const calm = 3;

async function* firstOf(samples: AsyncIterable<Buffer>, seconds: number): AsyncGenerator<Buffer> {
  let left = seconds * sampleRateHz * 2;
  for await (const chunk of samples) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/**
 * Where the part that begins at `from` ends: in the quietest moment of the time in which it may, or with the recording.
 */
export async function endOfPart(
  media: Pick<Media, 'samples'>,
  { file, duration, signal }: Pick<Recognition, 'file' | 'duration' | 'signal'>,
  from: number,
  { least, most }: PartLengthSeconds,
): Promise<number> {
  if (duration - from <= most) return duration;
  const levels = await measureSoundLevels(firstOf(media.samples(file, from + least, signal), most - least));
  let best = { loudness: Infinity, at: 0 };
  for (let at = 0; at + calm <= levels.length; at += 1) {
    const loudness = Math.max(...levels.slice(at, at + calm));
    if (loudness < best.loudness) best = { loudness, at };
  }
  return from + least + (best.at + calm / 2) / 10;
}

/** Makes the sound of a stretch a small file for as long as `work` needs it. */
export async function withSpeechFile<T>(
  media: Pick<Media, 'speechFile'>,
  { file, scratch, signal }: Pick<Recognition, 'file' | 'scratch' | 'signal'>,
  range: TimeRange,
  work: (speech: string) => Promise<T>,
): Promise<T> {
  const speech = join(scratch, 'part.m4a');
  try {
    await media.speechFile(file, range, speech, signal);
    return await work(speech);
  } finally {
    await rm(speech, { force: true });
  }
}

/** The answer that is kept under a name, else the one that `fetchAnswer` brings, which is then kept. */
export async function readOrFetchAnswer<T>(
  journal: SpeechJournal,
  name: string,
  read: (body: string) => T,
  fetchAnswer: () => Promise<{ value: T; body: string }>,
): Promise<T> {
  const kept = await journal.answer(name);
  try {
    if (kept !== undefined) return read(kept);
  } catch {
    // Kept by a version that asked for less: asked for again.
  }
  const { value, body } = await fetchAnswer();
  await journal.keepAnswer(name, body);
  return value;
}
