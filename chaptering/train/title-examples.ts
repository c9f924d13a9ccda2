import { createOutlineContext, type OutlineContext } from '../src/outline-context.ts';
import { type ChapterPosition, detectChapterPosition } from '../src/writing/chapter-position.ts';
import { titleFeatures } from '../src/writing/title-features.ts';
import { type TitleMaterial, titleMaterial } from '../src/writing/title-material.ts';
import type { TitleWeights } from '../src/writing/title-ranker.ts';
import { titleWriter } from '../src/writing/titles.ts';
import { tokeniseWords } from '../src/writing/word-profile.ts';
import { foldOf } from './examples.ts';
import { showOf, type Talk } from './talks.ts';
import type { NamedChapter } from './title-training.ts';

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
