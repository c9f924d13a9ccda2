import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Trees, treeOdds } from '../src/segmentation/trees.ts';
import type { PieceKind, Ranker } from '../src/writing/ranker.ts';
import { chaptersAt, createOutlineContext } from '../src/outline-context.ts';
import { isFallbackTitle } from '../src/writing/fallback-titles.ts';
import { foldOf } from './examples.ts';
import { mean } from './metrics.ts';
import { readReadings } from './readings.ts';
import { readTalks } from './talks.ts';
import { sharedWords, tellingStems } from './title-words.ts';
import { trainTrees } from './tree-training.ts';
import { type Labelled, type PieceExamples, pieceExamples } from './writing-examples.ts';

/**
 * Trains the ranker of titles, quotes and summaries: `node chaptering/train/train-writing.ts [--data FOLDER_OF_TALKS]
 * [--readings FOLDER]`. Writes its coefficients and reports every figure on left-out shows. Deterministic.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/talks' },
    readings: { type: 'string', default: join(import.meta.dirname, '../../bench/readings') },
  },
});
const KINDS: readonly PieceKind[] = ['title', 'quote', 'summary'];
/** A copy of each row as where parts of speech are not known counts so much. */
const UNTAGGED = 0.4;

/** A title stands from the chance on at which one in three is good: a bad one costs half of what a good one is worth. */
const GOOD_TITLES = { share: 1 / 3, near: 30 };
/** A quote is strong if fewer of the sentences drawn by chance have as much of it. */
const STRONG = 0.005;

const talks = readTalks(values.data);
const readings = readReadings(values.readings);
const began = performance.now();
const examples = talks.flatMap((talk) => pieceExamples(talk, readings));
console.log(`${examples.length} stretches ready in ${Math.round((performance.now() - began) / 1000)} s`);

const folds = [...new Set(examples.map(({ fold }) => fold))].toSorted();
const without = new Map(folds.map((fold) => [fold, treesOf(examples.filter((example) => example.fold !== fold))]));
const judged = examples.map((example) => judge(example, without.get(example.fold)![example.kind]));
const enough = byKind((kind) =>
  thresholdOf(
    kind,
    judged.filter((each) => each.kind === kind),
  ),
);
for (const kind of KINDS)
  report(
    kind,
    judged.filter((each) => each.kind === kind),
    enough[kind],
  );
reportTitles();
const trees = treesOf(examples);
const ranker: Ranker = byKind((kind) => ({ enough: enough[kind], trees: trees[kind] }));
const about = {
  what: 'Boosted trees by which titles, quotes and sentences of summaries are chosen (writing/ranker.ts)',
  how: 'chaptering/train/train-writing.ts; gradient boosting towards the grades of readers',
  data: `${readings.titles.length} graded titles, ${readings.quotes.length} graded quotes, ${readings.claims.length} graded claims (bench/readings) of ${talks.length} recordings, with people's titles; no text of theirs is in this file`,
};
const file = join(import.meta.dirname, '../src/writing/coefficients.json');
const before = readFileSync(file, 'utf8');
const after = `${JSON.stringify({ about, ...ranker })}\n`;
writeFileSync(file, after);
console.log(after === before ? 'The coefficients are the same.' : `${after.length} bytes of coefficients written.`);

function byKind<T>(of: (kind: PieceKind) => T): Record<PieceKind, T> {
  return { title: of('title'), quote: of('quote'), summary: of('summary') };
}

function treesOf(from: readonly PieceExamples[]): Record<PieceKind, Trees> {
  return byKind((kind) => treesFrom(from.filter((example) => example.kind === kind)));
}

/** The titles that people's chapters get from a ranker without their show, beside people's. */
function reportTitles(): void {
  const named = talks.flatMap((talk) => {
    const kinds = without.get(foldOf(talk))!;
    const desk = createOutlineContext(
      talk.cues,
      talk.duration,
      [],
      byKind((kind) => ({ enough: enough[kind], trees: kinds[kind] })),
    );
    const { sentences } = desk.transcript;
    const peoples = new Map(
      talk.chapters.map(({ start, title }, n) => [
        n === 0 ? 0 : sentences.findIndex((sentence) => sentence.start >= start - 0.05),
        title,
      ]),
    );
    const cuts = [...peoples.keys()].filter((cut) => cut > 0).toSorted((one, other) => one - other);
    const chapters = chaptersAt(desk, cuts, {});
    return [0, ...cuts].map((cut, n) => ({ ...chapters[n]!, peoples: peoples.get(cut) ?? '' }));
  });
  const telling = named.filter(({ peoples }) => tellingStems(peoples).size > 0);
  const shared = telling.map(({ title, peoples }) => sharedWords(title, peoples));
  const plain = percent(mean(telling.map(({ title }) => Number(isFallbackTitle(title)))));
  console.log(`\nchapters of people: F1 ${mean(shared).toFixed(3)} of ${telling.length}, plain ${plain}`);
  const strong = named.flatMap(({ quotes }) => quotes.filter(({ key }) => !key));
  const weak = named.filter(({ quotes }) => quotes.every(({ key }) => key));
  console.log(
    `${strong.length} strong quotes; none in ${percent(weak.length / named.length)} of ${named.length} chapters`,
  );
}

function treesFrom(own: readonly PieceExamples[]): Trees {
  const names = own[0]!.columns.map(({ name }) => name);
  const rows = own.flatMap(({ pieces, columns, untagged }) => [
    { pieces, columns, factor: 1 },
    { pieces, columns: untagged, factor: UNTAGGED },
  ]);
  const flat = (of: (row: (typeof rows)[number]) => ArrayLike<number>): Float64Array => {
    const values = new Float64Array(rows.reduce((sum, { pieces }) => sum + pieces.length, 0));
    let at = 0;
    for (const row of rows) {
      values.set(of(row), at);
      at += row.pieces.length;
    }
    return values;
  };
  return trainTrees({
    names,
    columns: names.map((_, f) => flat(({ columns }) => columns[f]!.values)),
    labels: flat(({ pieces }) => pieces.map(({ label }) => label)),
    weights: flat(({ pieces, factor }) => pieces.map(({ weight }) => weight * factor)),
  });
}

type Judged = { kind: PieceKind; pieces: readonly (Labelled & { chance: number })[] };

function judge({ kind, pieces, columns }: PieceExamples, trees: Trees): Judged {
  const odds = treeOdds(trees, columns);
  return { kind, pieces: pieces.map((piece, n) => ({ ...piece, chance: 1 / (1 + Math.exp(-odds[n]!)) })) };
}

/** The best graded piece of each stretch, by its chance. */
function firstsOf(judged: readonly Judged[]): (Labelled & { chance: number })[] {
  return judged.flatMap(({ pieces }) => {
    const [first] = pieces.filter(({ isGraded }) => isGraded).toSorted((a, b) => b.chance - a.chance);
    return first ? [first] : [];
  });
}

function thresholdOf(kind: PieceKind, judged: readonly Judged[]): number {
  const rounded = (chance: number): number => Number(chance.toFixed(3));
  if (kind === 'quote') {
    const drawn = judged.flatMap(({ pieces }) => pieces.flatMap(({ isGraded, chance }) => (isGraded ? [] : [chance])));
    return rounded(drawn.toSorted((a, b) => b - a)[Math.floor(STRONG * drawn.length)]!);
  }
  if (kind === 'summary') return 0;
  const firsts = firstsOf(judged).toSorted((a, b) => a.chance - b.chance);
  const { near, share } = GOOD_TITLES;
  const from = firsts.findIndex((_, at) => good(firsts.slice(Math.max(0, at - near), at + near)) >= share);
  return rounded(firsts[from]!.chance);
}

function report(kind: PieceKind, judged: readonly Judged[], enough: number): void {
  const all = judged.flatMap(({ pieces }) => pieces);
  const graded = all.filter(({ isGraded }) => isGraded);
  const firsts = firstsOf(judged);
  const shown = firsts.filter(({ chance }) => chance >= enough);
  console.log(`
${kind}: ${graded.length} graded, good above bad in ${percent(rightPairs(graded))} of the pairs, the best above the worst in ${percent(rightPairs(graded.filter(({ label }) => label === 0 || label === 1)))}
first of ${firsts.length} stretches good ${percent(good(firsts))}; with a chance of ${enough} and more (${percent(shown.length / firsts.length)}) ${percent(good(shown))}`);
}

function good(list: readonly { label: number }[]): number {
  return mean(list.map(({ label }) => Number(label >= 0.5)));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** The share of the pairs of a good and a bad piece in which the good one has more chance. */
function rightPairs(all: readonly { label: number; chance: number }[]): number {
  const sorted = all.toSorted((a, b) => a.chance - b.chance);
  let [bad, right, goods] = [0, 0, 0];
  for (const { label } of sorted) {
    if (label >= 0.5) {
      right += bad;
      goods++;
    } else bad++;
  }
  return right / (goods * bad);
}
