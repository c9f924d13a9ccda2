import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isFallbackTitle } from '../src/writing/fallback-titles.ts';
import { foldOf } from './examples.ts';
import { mean } from './metrics.ts';
import { readTalks, showOf } from './talks.ts';
import {
  buildTitleExamples,
  namedTalkOf,
  sharedWords,
  tellingStems,
  pairTitles,
  trainTitles,
} from './title-training.ts';

/**
 * Trains title choice: `node chaptering/train/train-titles.ts --data FOLDER_OF_TALKS`. Writes the shipped weights and
 * reports words shared with people's titles on left-out shows. Deterministic; one to two minutes.
 */
const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/data/talks' } } });
const talks = readTalks(values.data).map(namedTalkOf);
const examples = talks.flatMap(buildTitleExamples);

/** Our titles beside people's, chosen by weights that have not seen the show. */
const judged = [...new Set(examples.map(({ fold }) => fold))].sort().flatMap((fold) => {
  const weights = trainTitles(examples.filter((example) => example.fold !== fold));
  return talks
    .filter(({ talk }) => foldOf(talk) === fold)
    .flatMap((named) =>
      pairTitles(named, weights)
        .filter(({ peoples }) => tellingStems(peoples).size > 0)
        .map(({ ours, peoples }) => ({
          show: showOf(named.talk),
          shared: sharedWords(ours, peoples),
          isPlain: isFallbackTitle(ours),
        })),
    );
});
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const lineOf = (name: string, titles: typeof judged): string =>
  [
    name.padEnd(34),
    `F1 ${mean(titles.map(({ shared }) => shared)).toFixed(3)}`,
    `no word in common ${percent(mean(titles.map(({ shared }) => Number(shared === 0))))}`,
    `plain ${percent(mean(titles.map(({ isPlain }) => Number(isPlain))))}`,
    `of ${titles.length}`,
  ].join('  ');
for (const [show, titles] of Map.groupBy(judged, ({ show }) => show)) console.log(lineOf(show, titles));
console.log(lineOf('all', judged));

const about = {
  what: 'How much each feature of a phrase speaks for it as the title of an English chapter (writing/title-features.ts)',
  how: "chaptering/train/train-titles.ts; listwise conditional logit towards the words a phrase shares with people's title",
  data: `${examples.length} chapters of ${talks.length} recordings named by people; licensed MIT, Apache-2.0 or CC BY 4.0; no text of theirs is in this file`,
};
const file = join(import.meta.dirname, '../src/writing/title-coefficients.json');
writeFileSync(file, `${JSON.stringify({ about, weights: trainTitles(examples) }, undefined, 2)}\n`);
