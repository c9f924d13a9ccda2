import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { signUp } from '@lectern/server/test/member';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { openEmbeddedPlace } from '@lectern/server/test/databases';
import { openTestWorld } from '@lectern/server/test/world';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { formatTimecode } from '@lectern/contract/rules/timecode';

/** Uploads a recording, with optional captions, to a server with these settings and returns the result. */
async function throughTheProduct(file: string, env: Record<string, string>, captions?: string): Promise<VideoDetail> {
  const server = await openTestWorld({ open: openEmbeddedPlace, env });
  try {
    const member = await signUp(server.origin, server.letters);
    const id = await uploadFile(member, file, captions === undefined ? {} : { captions });
    return await waitUntilProcessed(member, id, 1800);
  } finally {
    await server.close();
  }
}

type Said = { start: number; text: string };

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** How far from the truth the sentences begin of a text without times: aligned by an engine, and spread without one. */
async function timesBench(folder: string, engine: Record<string, string>): Promise<void> {
  const { segments } = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as { segments: Said[] };
  const scratch = await mkdtemp(join(tmpdir(), 'lectern-times-'));
  try {
    const text = join(scratch, 'minutes.txt');
    await writeFile(text, segments.map((segment) => `${segment.text}\n`).join(''));
    for (const [name, env] of Object.entries({ aligned: engine, spread: { SPEECH: 'captions' } })) {
      const made = await throughTheProduct(join(folder, 'webinar.mp4'), env, text);
      const errors = errorsOf(webvttCues(made.vtt), segments);
      const at = (share: number): string => `${errors[Math.floor(share * (errors.length - 1))]!.toFixed(2)} s`;
      const note = made.steps.find(({ step }) => step === 'transcript')?.note;
      console.log(`${name} (${note})`);
      console.log(
        `  beginnings of ${errors.length} of ${segments.length} sentences: median ${at(0.5)}, nine of ten within ${at(0.9)}, all within ${at(1)}`,
      );
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** How far each sentence that begins a cue begins from where it is said, in seconds and in order of size. */
function errorsOf(cues: readonly Said[], truth: readonly Said[]): number[] {
  const errors: number[] = [];
  let next = 0;
  for (const { start, text } of truth) {
    const found = cues.findIndex((cue, n) => n >= next && letters(text).startsWith(letters(cue.text)));
    if (found < 0) continue;
    next = found + 1;
    errors.push(Math.abs(cues[found]!.start - start));
  }
  return errors.toSorted((one, other) => one - other);
}

/** Lower-case words and numbers; what recognisers and people write differently in the same words is made alike. */
const spokenWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}'\s]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean);

/** Word error rate: substitutions, deletions and insertions (Levenshtein) over the number of words of the truth. */
function wordErrorRate(truth: readonly string[], found: readonly string[]): number {
  let before = Array.from({ length: found.length + 1 }, (_, n) => n);
  for (const [row, word] of truth.entries()) {
    const now = [row + 1];
    for (const [column, other] of found.entries())
      now.push(Math.min(now[column]! + 1, before[column + 1]! + 1, before[column]! + (word === other ? 0 : 1)));
    before = now;
  }
  return before.at(-1)! / truth.length;
}

type TrueChapter = { title: string; start: number };

/** How far from the truth a chapter may begin to count as found. */
const nearSeconds = 15;

/**
 * `npm run bench -- speech [--data DIR] [--model FILE] [--set NAME=VALUE …] [--untimed]`: runs a known
 * recording through a recogniser. `--untimed` uploads `reference.txt` and measures sentence timing.
 */
export async function speechBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: '../shared/data' },
      model: { type: 'string', default: 'webinar-en.lm.bin' },
      set: { type: 'string', multiple: true },
      untimed: { type: 'boolean', default: false },
    },
  });
  const data = resolve(values.data);
  const folder = join(data, 'speech/webinar-delivery');
  const pocketsphinx = {
    SPEECH: 'command',
    SPEECH_MODEL_DIR: join(data, 'asr-pocketsphinx'),
    SPEECH_MODEL: values.model,
  };
  const settings = values.set && Object.fromEntries(values.set.map((line) => line.split(/=(.*)/s, 2)));
  if (values.untimed) return timesBench(folder, settings ?? pocketsphinx);
  const truth = spokenWords(await readFile(join(folder, 'reference.txt'), 'utf8'));
  const chapters = JSON.parse(await readFile(join(folder, 'chapters.truth.json'), 'utf8')) as TrueChapter[];
  const began = performance.now();
  const made = await throughTheProduct(join(folder, 'webinar.mp4'), settings ?? pocketsphinx);
  const seconds = (performance.now() - began) / 1000;
  const cues = webvttCues(made.vtt);
  const said = spokenWords(cues.map(({ text }) => text).join(' '));
  const found = chapters.map(({ title, start }) => {
    const errors = made.chapters.map((chapter) => chapter.start_seconds - start);
    const error = errors.reduce((best, now) => (Math.abs(now) < Math.abs(best) ? now : best), Infinity);
    return { title, start, error };
  });
  const errorRate = `${(wordErrorRate(truth, said) * 100).toFixed(1)} %`;
  console.log(`Words: ${truth.length} spoken, word error rate ${errorRate} (aim: 10 % or less)`);
  const longestCue = Math.max(...cues.map(({ start, end }) => end - start));
  console.log(`Cues: ${cues.length}, the longest ${longestCue.toFixed(1)} s`);
  for (const { title, start, error } of found)
    console.log(`  ${formatTimecode(start)}  ${error >= 0 ? '+' : ''}${error.toFixed(1)} s  ${title}`);
  const near = found.filter(({ error }) => Math.abs(error) <= nearSeconds).length;
  console.log(`Chapters: ${near} of ${found.length} within ${nearSeconds} s (aim: 5), ${made.chapters.length} made`);
  console.log(`Time: ${seconds.toFixed(0)} s for ${made.duration.toFixed(0)} s of speech, everything included`);
}
