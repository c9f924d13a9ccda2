import { stemsIn } from '../terms.ts';
import type { Sentence } from '../transcript.ts';
import { askedIn, LEAST_WORTH, questionsToldOf } from './asked.ts';
import { isPlainTitle } from './plain-titles.ts';
import type { SummarySentence } from './summaries.ts';
import { takeawayOf } from './takeaway.ts';
import type { Material, Spoken, ToldChapter } from './topics.ts';
import { worthOf } from './worth.ts';

/** Sentences at most, and chapters from which on one of each is enough. */
const MOST = 7;
const ENOUGH = 4;
/** Words of the speakers told at most. */
const MOST_SPOKEN = 3;

/**
 * Something told of a chapter: in our sentence, or in the words of whoever said it; `isAsked`: they ask it; `asked` is the
 * question it answers.
 */
type Told = {
  text: string;
  by: string | undefined;
  isSpoken: boolean;
  isAsked?: true;
  asked?: string;
  belongs: boolean;
};
export type Step = { chapter: ToldChapter; topic: string | undefined; told: Told; isFirstOfIts: boolean };

/** What a story tells of the main chapters, in their order. */
export function stepsOf(material: Material, topicOf: ReadonlyMap<ToldChapter, string>): Step[] {
  const takeaway = takeawayOf(material);
  const tellable = tellableOf(material, topicOf, takeaway);
  const main = material.chapters
    // People greet each other, and take leave, in chapters that are called so.
    .filter(({ title }) => !isPlainTitle(title))
    .filter((chapter) => tellable.get(chapter)!.length > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, MOST)
    .toSorted((a, b) => a.start - b.start);
  const each = main.length < ENOUGH ? 2 : 1;
  let spoken = 0;
  return main
    .flatMap((chapter) => {
      const told = tellable
        .get(chapter)!
        .filter(({ isSpoken }) => !isSpoken || spoken++ < MOST_SPOKEN)
        .slice(0, each);
      return told.map((one, n) => ({ chapter, topic: topicOf.get(chapter), told: one, isFirstOfIts: n === 0 }));
    })
    .slice(0, MOST);

  /** A long chapter of which something is told that belongs to its topic is a main one. */
  function weightOf(chapter: ToldChapter): number {
    const [best] = tellable.get(chapter)!;
    const worth = best === undefined ? 0 : (best.belongs ? 2 : 1) * (best.isSpoken ? 0.7 : 1) * worthOf(best.text);
    return Math.sqrt(chapter.end - chapter.start) * worth * (topicOf.has(chapter) ? 2 : 1);
  }
}

/** Sentences within which an answer comes. */
const ANSWERED_WITHIN = 4;

const isIn = ({ start }: Sentence, chapter: ToldChapter): boolean => start >= chapter.start && start < chapter.end;

/** What a claim has to be worth that is told although it does not name the topic of its chapter. */
const LEAST_WORTH_APART = 0.95;

/** Who shares so much of the words of another says it again. */
const SAID_AGAIN = 0.6;

/** Whether one of two claims says what the other says, in nearly its words. */
function repeats(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared >= SAID_AGAIN * Math.min(a.size, b.size);
}

/** What can be told of each chapter without what a description or a chapter before has told, first what belongs to its topic. */
function tellableOf(
  material: Material,
  topicOf: ReadonlyMap<ToldChapter, string>,
  takeaway: SummarySentence | undefined,
): Map<ToldChapter, Told[]> {
  const { speakerOf, speech } = material;
  const described = new Set(questionsToldOf(speech).map(({ i }) => i));
  const questions = askedIn(speech).filter(({ i, score }) => score >= LEAST_WORTH && !described.has(i));
  const known = takeaway === undefined ? [] : [new Set(stemsIn(takeaway.text))];
  const isNew = (text: string): boolean => {
    const stems = new Set(stemsIn(text));
    if (known.some((other) => repeats(stems, other))) return false;
    known.push(stems);
    return true;
  };
  return new Map(
    material.chapters.map((chapter) => {
      const belongs = belongingTo(material, chapter);
      const claims = chapter.claims
        .map(({ text, i }) => ({ text, by: speakerOf(i), isSpoken: false, belongs: belongs(text), ...asked(i) }))
        .filter(({ text, by }) => by !== undefined || !/\b(?:we|our|us)\b/i.test(text));
      // Only asked for where it is needed: it takes longest.
      const spoken = claims.some((claim) => claim.belongs)
        ? []
        : chapter
            .spoken()
            .filter(({ text }) => !/\byour?\b/i.test(text))
            .map(({ text, by }: Spoken) => ({ text, by, isSpoken: true, belongs: belongs(text) }));
      const fit = [...claims, ...spoken]
        .filter(({ text, belongs: isOfIt }) => isOfIt || worthOf(text) >= LEAST_WORTH_APART)
        .toSorted((a, b) => Number(b.belongs) - Number(a.belongs))
        .filter(({ text }) => isNew(text));
      return [chapter, fit.length > 0 ? fit : askedInPart(chapter)];
    }),
  );

  /** The question that somebody else asked just before. */
  function asked(sentence: number): { asked?: string } {
    const before = questions.find(
      ({ i }) => i < sentence && i >= sentence - ANSWERED_WITHIN && speakerOf(i) !== speakerOf(sentence),
    );
    return before === undefined ? {} : { asked: before.text };
  }

  function askedInPart(chapter: ToldChapter): Told[] {
    const [best] = questions.filter(({ i }) => isIn(speech.sentences[i]!, chapter));
    return best === undefined
      ? []
      : [{ text: best.text, by: speakerOf(best.i), isSpoken: true, isAsked: true, belongs: true }];
  }
}

/** So many of the words said around a topic make a claim one about it. */
const SHARED = 2;

/** Tells whether a claim names what its chapter is about, or speaks in the words that are said around it more than once. */
function belongingTo({ speech }: Material, chapter: ToldChapter): (claim: string) => boolean {
  const { sentences, tokens } = speech;
  const title = new Set(stemsIn(chapter.title));
  let around: Map<string, number> | undefined;
  return (claim) => {
    const said = new Set(stemsIn(claim));
    if ([...title].some((stem) => said.has(stem))) return true;
    around ??= wordsAround();
    return [...said].filter((stem) => (around!.get(stem) ?? 0) > 1).length >= SHARED;
  };

  function wordsAround(): Map<string, number> {
    const counts = new Map<string, number>();
    sentences.forEach((sentence, i) => {
      if (!isIn(sentence, chapter) || !tokens[i]!.some(({ stem }) => title.has(stem))) return;
      for (const { stem, stop } of tokens[i]!) if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    });
    return counts;
  }
}
