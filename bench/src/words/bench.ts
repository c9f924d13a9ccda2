import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Outline } from '@lectern/chaptering/outline';
import { type Talk, readTalks } from '@lectern/chaptering/train/talks';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import { type ModelWork, outlineBy } from '@lectern/server/main/cli-chapter';
import { readConfig } from '@lectern/server/main/config';
import { joinCueTexts } from '../chapters/text-measures.ts';
import { judgeAnswers } from './answers.ts';
import { measureReading, readingOf, readingsFile, saveReading } from '../model-readings.ts';
import { type Writer, drawSample, engineWriter, type WordsSample } from './sample.ts';
import { formatWordsReport, measuresOf, scoreSheet, readSheet, writeSheet } from './score.ts';

/** A chapter that begins this near to one of people's is the same. Seconds. */
const SAME = 30;

/**
 * The language model of the settings. It is asked once a recording and told where people's chapters begin, so that its
 * words are compared and not its boundaries.
 */
function modelWriter(onWork: (work: ModelWork) => void): Writer {
  const config = readConfig();
  if (config.language.kind === 'builtin')
    throw new Error('--model asks the language model of the settings: set LANGUAGE_ENGINE.');
  const outlines = new Map<string, Promise<Outline>>();
  const outline = (talk: Talk): Promise<Outline> => {
    const asked = outlines.get(talk.id) ?? ask(talk);
    outlines.set(talk.id, asked);
    return asked;
  };
  return {
    outline,
    titleOf: async (talk, n) => {
      const { chapters } = await outline(talk);
      const { start } = talk.chapters[n]!;
      return chapters.find((chapter) => Math.abs(chapter.start - start) < SAME)?.title;
    },
  };

  async function ask(talk: Talk): Promise<Outline> {
    const starts = talk.chapters.slice(1).map(({ start }) => start);
    const made = await outlineBy(config, talk.cues, { duration: talk.duration }, { kept: starts, onWork });
    const said = joinCueTexts(talk.cues);
    const quotes = made.chapters.flatMap((chapter) => chapter.quotes);
    if (!quotes.every(({ quote }) => isVerbatim(quote, said)))
      throw new Error(`A quote of ${talk.id} is not verbatim.`);
    return made;
  }
}

/**
 * `npm run bench -- words --seed N [--model]` writes a blind sheet with key; `--score SHEET --key KEY` scores one, or fills a model’s row;
 * `--answers bench/readings/answers` judges models' answers.
 */
export async function wordsBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: '../shared/data/talks' },
      out: { type: 'string', default: 'bench/readings' },
      seed: { type: 'string', default: '1' },
      titles: { type: 'string', default: '60' },
      quotes: { type: 'string', default: '60' },
      texts: { type: 'string', default: '20' },
      score: { type: 'string' },
      key: { type: 'string' },
      model: { type: 'boolean', default: false },
      answers: { type: 'string' },
      readings: { type: 'string', default: readingsFile },
    },
  });
  if (values.score !== undefined) {
    if (values.key === undefined) throw new Error('Say with --key which key belongs to the sheet.');
    const key = JSON.parse(await readFile(values.key, 'utf8')) as WordsSample;
    const score = scoreSheet(key, readSheet(await readFile(values.score, 'utf8')));
    await measureReading(values.readings, basename(values.score), measuresOf(score));
    console.log(formatWordsReport(score));
    return;
  }
  if (values.answers !== undefined) {
    console.log(await judgeAnswers(values.answers, values.data));
    return;
  }
  const talks = readTalks(values.data);
  if (talks.length === 0) throw new Error(`No recordings (*.json) in ${values.data}`);
  const seed = Number(values.seed);
  const size = { titles: Number(values.titles), quotes: Number(values.quotes), texts: Number(values.texts) };
  const works: ModelWork[] = [];
  const writer = values.model ? modelWriter((work) => works.push(work)) : engineWriter;
  const sample = await drawSample(talks, seed, size, writer);
  await mkdir(values.out, { recursive: true });
  const named = (end: string): string => join(values.out, `words-${seed}-${values.model ? 'model-' : ''}${end}`);
  await writeFile(named('sheet.txt'), writeSheet(sample));
  await writeFile(named('key.json'), `${JSON.stringify(sample, undefined, 1)}\n`);
  if (values.model) {
    const sheet = basename(named('sheet.txt'));
    await saveReading(values.readings, readingOf(works, { bench: 'words', sheet, measures: {} }));
  }
  console.log(`${named('sheet.txt')} is for the reader; ${named('key.json')} is opened after the reading.`);
}
