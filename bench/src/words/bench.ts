import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readTalks } from '@lectern/chaptering/train/talks';
import { modelWriter } from './model.ts';
import { drawSample, engineWriter, type WordsSample } from './sample.ts';
import { formatWordsReport, scoreSheet } from './score.ts';
import { readSheet, writeSheet } from './sheet.ts';

/**
 * `npm run bench -- words --seed N [--data DIR] [--out DIR] [--model]` writes a blind sheet with key; `npm run bench
 * -- words --score SHEET --key KEY` scores.
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
    },
  });
  if (values.score !== undefined) {
    if (values.key === undefined) throw new Error('Say with --key which key belongs to the sheet.');
    const key = JSON.parse(await readFile(values.key, 'utf8')) as WordsSample;
    console.log(formatWordsReport(scoreSheet(key, readSheet(await readFile(values.score, 'utf8')))));
    return;
  }
  const talks = readTalks(values.data);
  if (talks.length === 0) throw new Error(`No recordings (*.json) in ${values.data}`);
  const seed = Number(values.seed);
  const size = { titles: Number(values.titles), quotes: Number(values.quotes), texts: Number(values.texts) };
  const sample = await drawSample(talks, seed, size, values.model ? modelWriter() : engineWriter);
  await mkdir(values.out, { recursive: true });
  const named = (end: string): string => join(values.out, `words-${seed}-${values.model ? 'model-' : ''}${end}`);
  await writeFile(named('sheet.txt'), writeSheet(sample));
  await writeFile(named('key.json'), `${JSON.stringify(sample, undefined, 1)}\n`);
  console.log(`${named('sheet.txt')} is for the reader; ${named('key.json')} is opened after the reading.`);
}
