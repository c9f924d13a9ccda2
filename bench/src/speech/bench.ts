import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { throughTheProduct } from './through-the-product.ts';
import { timesBench } from './times.ts';
import { spokenWords, wordErrorRate } from './word-errors.ts';

type TrueChapter = { title: string; start: number };

/** How far from the truth a chapter may begin, in seconds, to count as found. */
const near = 15;

/**
 * `npm run bench -- speech [--data DIR] [--model FILE] [--set NAME=VALUE …] [--json] [--untimed]`: runs a known
 * recording through a recogniser. `--untimed` uploads `reference.txt` and measures sentence timing.
 */
export async function speechBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: '../shared/data' },
      model: { type: 'string', default: 'webinar-en.lm.bin' },
      set: { type: 'string', multiple: true },
      json: { type: 'boolean', default: false },
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
  const figures = {
    words: truth.length,
    wordErrorRate: wordErrorRate(truth, said),
    cues: cues.length,
    longestCue: Math.max(...cues.map(({ start, end }) => end - start)),
    chapters: found,
    chaptersFound: found.filter(({ error }) => Math.abs(error) <= near).length,
    chaptersMade: made.chapters.length,
    seconds,
    timesRealTime: seconds / made.duration,
  };
  if (values.json) return console.log(JSON.stringify(figures, undefined, 2));
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  console.log(`Words: ${figures.words} spoken, word error rate ${percent(figures.wordErrorRate)} (aim: 10 % or less)`);
  console.log(`Cues: ${figures.cues}, the longest ${figures.longestCue.toFixed(1)} s`);
  for (const { title, start, error } of found)
    console.log(`  ${formatTimecode(start)}  ${error >= 0 ? '+' : ''}${error.toFixed(1)} s  ${title}`);
  console.log(
    `Chapters: ${figures.chaptersFound} of ${found.length} within ${near} s (aim: 5), ${figures.chaptersMade} made`,
  );
  console.log(`Time: ${seconds.toFixed(0)} s for ${made.duration.toFixed(0)} s of speech, everything included`);
}
