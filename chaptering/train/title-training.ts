import { type TitleFeatures, titleFeatures } from '../src/writing/title-features.ts';
import type { TitleWeights } from '../src/writing/title-ranker.ts';
import { createOutlineContext, type OutlineContext } from '../src/outline-context.ts';
import { type ChapterPosition, detectChapterPosition } from '../src/writing/chapter-position.ts';
import { type TitleMaterial, titleMaterial, titleWriter } from '../src/writing/titles.ts';
import { tokeniseWords } from '../src/writing/word-profile.ts';
import { foldOf } from './examples.ts';
import { showOf, type Talk } from './talks.ts';

/** The candidates for a chapter that people have named, and how many words each shares with their title. */
export type NamedChapter = {
  show: string;
  fold: string;
  features: readonly TitleFeatures[];
  shared: readonly number[];
};

const ROUNDS = 150;
const STEP = 0.05;
/** Pull of every weight to nothing. */
const SHRINK = 0.003;
/** Shows count by the root of their size, but none more than this. */
const MOST_WEIGHT = 3;

/**
 * Weights by which the softmax over a chapter's candidates comes nearest to the words they share with people's title
 * (a listwise conditional logit), by Adam on standardised features. Deterministic.
 */
export function trainTitles(chapters: readonly NamedChapter[]): TitleWeights {
  const names = Object.keys(
    chapters.find(({ features }) => features.length > 0)!.features[0]!,
  ) as (keyof TitleFeatures)[];
  const scales = scalesOf(chapters, names);
  const sizes = new Map([...Map.groupBy(chapters, ({ show }) => show)].map(([show, { length }]) => [show, length]));
  const largest = Math.max(...sizes.values());
  const lists = chapters
    .filter(({ shared }) => shared.some((value) => value > 0))
    .map(({ show, features, shared }) => {
      const squares = shared.map((value) => value ** 2);
      const all = squares.reduce((a, b) => a + b, 0);
      return {
        weight: Math.min(MOST_WEIGHT, Math.sqrt(largest / sizes.get(show)!)),
        rows: features.map((row) => Float64Array.from(names, (name, k) => row[name] / scales[k]!)),
        wanted: squares.map((square) => square / all),
      };
    });
  const mass = lists.reduce((sum, { weight }) => sum + weight, 0);
  const weights = new Float64Array(names.length);
  const [slope, square] = [new Float64Array(names.length), new Float64Array(names.length)];
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = new Float64Array(names.length);
    for (const { rows, wanted, weight } of lists) {
      const chances = softmax(rows.map((row) => dot(row, weights)));
      rows.forEach((row, i) => {
        const error = weight * (wanted[i]! - chances[i]!);
        for (let k = 0; k < row.length; k++) gradient[k]! += error * row[k]!;
      });
    }
    for (let k = 0; k < weights.length; k++) {
      const g = gradient[k]! / mass - SHRINK * weights[k]!;
      slope[k] = 0.9 * slope[k]! + 0.1 * g;
      square[k] = 0.99 * square[k]! + 0.01 * g * g;
      weights[k]! += (STEP * (slope[k]! / (1 - 0.9 ** round))) / (Math.sqrt(square[k]! / (1 - 0.99 ** round)) + 1e-6);
    }
  }
  return Object.fromEntries(
    names.map((name, k) => [name, Number((weights[k]! / scales[k]!).toPrecision(4))]),
  ) as TitleWeights;
}

/** In a plain loop: nearly all of the training's time is spent here. */
function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

function softmax(values: readonly number[]): number[] {
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const all = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / all);
}

/** The standard deviation of each feature over all candidates. */
function scalesOf(chapters: readonly NamedChapter[], names: readonly (keyof TitleFeatures)[]): number[] {
  const rows = chapters.flatMap(({ features }) => features);
  return names.map((name) => {
    const mean = rows.reduce((sum, row) => sum + row[name], 0) / rows.length;
    const deviation = Math.sqrt(rows.reduce((sum, row) => sum + (row[name] - mean) ** 2, 0) / rows.length);
    return deviation || 1;
  });
}

type Chapter = { title: string; place: ChapterPosition; material: TitleMaterial };

/** A talk as people cut and named it, with what our titles are chosen from. */
export type NamedTalk = { talk: Talk; desk: OutlineContext; chapters: readonly Chapter[] };

export function namedTalkOf(talk: Talk): NamedTalk {
  const desk = createOutlineContext(talk.cues, talk.duration);
  const { sentences } = desk.transcript;
  const starts = new Map<number, string>();
  talk.chapters.forEach(({ start, title }, n) => {
    const from = n === 0 ? 0 : sentences.findIndex((sentence) => sentence.start >= start - 0.05);
    if (from >= 0 && !starts.has(from)) starts.set(from, title);
  });
  const ordered = [...starts].toSorted(([a], [b]) => a - b);
  const chapters = ordered.map(([from, title], n) => {
    const stretch = [from, ordered[n + 1]?.[0] ?? sentences.length] as const;
    return {
      title,
      place: detectChapterPosition(sentences.slice(...stretch), n, ordered.length - 1, desk.transcript.duration),
      material: titleMaterial(desk.speech, stretch, desk.language),
    };
  });
  return { talk, desk, chapters };
}

/** Title words that people give any chapter. */
const OF_ANY_CHAPTER =
  /^(?:intro|introductions?|conclusions?|closing|wrap|wrap-up|outro|welcom|discussions?|remark|summary|overview|farewel|greeting|sponsor)$/;

/** The words that say something of a title, numbers among them; none of one that any chapter might have. */
export function tellingStems(title: string): Set<string> {
  const stems = tokeniseWords(title).flatMap(({ stem, stop, lower }) => (!stop || /\d/.test(lower) ? [stem] : []));
  return new Set(stems.every((stem) => OF_ANY_CHAPTER.test(stem)) ? [] : stems);
}

/**
 * F1 of telling words shared by two titles; `recall` above 1 favours covering people's words, because readers prefer
 * the title that says more.
 */
export function sharedWords(ours: string, peoples: string, recall = 1): number {
  const [a, b] = [tellingStems(ours), tellingStems(peoples)];
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return a.size + b.size === 0 ? 0 : ((1 + recall) * shared) / (a.size + recall * b.size);
}

const RECALL = 2;

/** The chapters of a talk whose title says something. */
export const buildTitleExamples = ({ talk, desk, chapters }: NamedTalk): NamedChapter[] =>
  chapters
    .filter(({ title, material }) => tellingStems(title).size > 0 && material.candidates.length > 0)
    .map(({ title, material: { stretch, candidates } }) => ({
      show: showOf(talk),
      fold: foldOf(talk),
      features: titleFeatures(desk.speech, stretch, candidates),
      shared: candidates.map(({ text }) => sharedWords(text, title, RECALL)),
    }));

/** Our titles for people's chapters beside theirs. */
export function pairTitles({ desk, chapters }: NamedTalk, weights?: TitleWeights): { ours: string; peoples: string }[] {
  const titleFor = titleWriter(desk.speech, desk.language, { weights });
  return chapters.map(({ title, place, material }) => ({ ours: titleFor(material, place), peoples: title }));
}
