import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '../src/ports/media/local/ffmpeg/find-ffmpeg.ts';
import type { Media } from '../src/ports/media/port.ts';
import type { SpeechInTurns } from '../src/ports/speech/port.ts';

export const english =
  '1\n00:00:00,000 --> 00:00:04,000\nGood morning and welcome.\n\n2\n00:00:04,500 --> 00:00:08,000\nThank you.\n';
const german = english.replace('Good morning and welcome.', 'Guten Morgen.').replace('Thank you.', 'Danke.');

/** A tone of 440 Hz in English, which is the default, and one of 1,760 Hz in German, with captions of both. */
export async function writeTwoLanguages(file: string, { second = 'aac', captions = true } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-languages-'));
  try {
    const texts = captions ? [join(folder, 'en.srt'), join(folder, 'de.srt')] : [];
    for (const [n, name] of texts.entries()) await writeFile(name, n === 0 ? english : german);
    const sources = ['testsrc=size=320x180:rate=10:duration=8', 'sine=440:r=48000:d=8', 'sine=1760:r=48000:d=8'];
    const { program } = await findFfmpeg(undefined);
    await promisify(execFile)(program!, [
      '-v',
      'error',
      '-y',
      ...sources.flatMap((source) => ['-f', 'lavfi', '-i', source]),
      ...texts.flatMap((name) => ['-i', name]),
      ...[...sources, ...texts].flatMap((_, n) => ['-map', String(n)]),
      ...'-c:v libx264 -preset ultrafast -g 20 -pix_fmt yuv420p -c:a:0 aac -c:a:1'.split(' '),
      second,
      ...(captions ? ['-c:s', file.endsWith('.mkv') ? 'srt' : 'mov_text'] : []),
      ...'-metadata:s:a:0 language=eng -metadata:s:a:1 language=ger -metadata:s:a:1 title=Übersetzung'.split(' '),
      ...(captions ? '-metadata:s:s:0 language=eng -metadata:s:s:1 language=ger'.split(' ') : []),
      ...'-disposition:a:0 default -disposition:a:1 0'.split(' '),
      file,
    ]);
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Hertz of the tone in raw samples of 16,000 a second: how often they rise through zero. */
export function measureToneHz(samples: Buffer): number {
  let rises = 0;
  const count = samples.length >> 1;
  for (let n = 1; n < count; n += 1)
    if (samples.readInt16LE(2 * n - 2) < 0 && samples.readInt16LE(2 * n) >= 0) rises += 1;
  return Math.round((rises * 16_000) / count / 10) * 10;
}

export async function concatBuffers(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

/**
 * A recogniser, a fake, whose words are the tone of what it hears. `heard` has a text for each time that it listened.
 */
export function toneListener(media: Pick<Media, 'samples'>): { speech: SpeechInTurns; heard: string[] } {
  const heard: string[] = [];
  const speech: SpeechInTurns = {
    identity: 'tones',
    label: 'a listener to tones',
    close: async () => undefined,
    detectsSpeech: false,
    async recognise({ open, journal }) {
      await using sound = await open();
      const text = `A tone of ${measureToneHz(await concatBuffers(media.samples(sound, 1)))} Hertz is heard here.`;
      heard.push(text);
      const words = text.split(' ').map((word, n) => ({ text: word, start: n / 2, end: n / 2 + 0.4 }));
      // A segment already in the journal is not asked for again.
      if (journal.segments.length === 0) await journal.addSegment({ start: 0, end: 5, words });
    },
  };
  return { speech, heard };
}
