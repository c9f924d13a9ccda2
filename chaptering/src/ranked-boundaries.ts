import { type Cue, readTranscript } from './transcript.ts';
import { type BoundaryScorer, trainedScorer } from './segmentation/boundary-scorer.ts';
import { chapterStarts, rankedStarts } from './segmentation/chapter-starts.ts';
import { buildLexicon } from './segmentation/lexicon.ts';

/** Where chapters may begin, seconds, without the beginning itself. */
export type RankedBoundaries = {
  /** Where they do, the most needed first: taking away from the end makes fewer chapters. */
  present: number[];
  /** Where else they might, the most wanted first. */
  further: number[];
};

/** Further places: as many again as there are chapters, and some for those who want many. */
const further = (chapters: number): number => 2 * chapters + 12;

/**
 * Ranks chapter starts (seconds) for removal and addition; without `starts`, the engine's. A start with no sentence
 * nearby is in neither list.
 */
export function rankBoundaries(
  cues: readonly Cue[],
  { duration, slides = [] }: { duration: number; slides?: readonly number[] },
  starts?: readonly number[],
  scorer: BoundaryScorer = trainedScorer,
): RankedBoundaries {
  const transcript = readTranscript(cues, duration);
  const { sentences } = transcript;
  const lexicon = buildLexicon(sentences);
  const sentenceAt = (second: number): number[] => {
    const i = sentences.findIndex(({ start }) => Math.abs(start - second) < NEAR);
    return i > 0 ? [i] : [];
  };
  const own = starts ? starts.flatMap(sentenceAt) : chapterStarts(transcript, lexicon, slides, scorer);
  const ranked = rankedStarts(transcript, lexicon, slides, scorer, {
    starts: [...new Set(own)].sort((a, b) => a - b),
    most: further(own.length + 1),
  });
  const seconds = (list: readonly number[]): number[] => list.map((sentence) => sentences[sentence]!.start);
  return { present: seconds(ranked.present), further: seconds(ranked.further) };
}

/** Seconds between a chapter and the sentence it begins with. */
const NEAR = 0.5;
