import type { Cue } from './cue.ts';
import type { Scorer } from './segment/boundary-scorer.ts';
import { sentencesOf } from './transcript-stretch.ts';
import { chapterOf, chaptersAt, cutsOf, quotesFor, wholeOf, writingDesk } from './writing-desk.ts';

export type Evidence = {
  /** Seconds; if it is not positive, the end of the last cue stands in for it. */
  duration: number;
  /** Seconds at which the picture changes to another slide. */
  slides?: readonly number[];
  /** File name, a hint for the title. */
  name?: string;
};

export type OutlineQuote = {
  /** Verbatim: found as it stands in the texts of the cues joined by single spaces. */
  quote: string;
  /** Seconds, where its words begin. */
  start: number;
  /** Seconds, two before the words begin but not before the chapter. */
  timecode: number;
  cues: [first: number, last: number];
};

export type OutlineChapter = {
  title: string;
  start: number;
  end: number;
  summary: string;
  quotes: OutlineQuote[];
  /** Indexes into the list of cues as given, both included. [0, -1] where no words are spoken. */
  cues: [first: number, last: number];
};

export type Outline = { title: string; description: string; summary: string; chapters: OutlineChapter[] };

type Wishes = {
  /** Terms that quotes had better speak of, where a chapter does. */
  preferred?: readonly string[];
  /** Quotes a chapter at most; without it the engine decides by its length. */
  quotes?: number;
  /** Another than the one shipped, for cross-validation. */
  scorer?: Scorer;
};

/**
 * Chapters, quotes and texts of a recording from its transcript alone: pure, deterministic, any list of cues.
 * The chapters are in order, begin at 0, cover the duration and last 30 seconds or more each, unless there is only one.
 */
export function outline(cues: readonly Cue[], evidence: Evidence, { quotes, preferred, scorer }: Wishes = {}): Outline {
  const desk = writingDesk(cues, evidence.duration);
  const chapters = chaptersAt(desk, cutsOf(desk, evidence.slides ?? [], scorer), { quotes, preferred });
  return { ...wholeOf(desk, evidence.name), chapters };
}

/** Title, summary and quotes of one chapter once more, ranked by the words of a query if one is given. */
export function chapterAgain(
  cues: readonly Cue[],
  chapter: { start: number; end: number },
  options: { quotes?: number; query?: readonly string[] } = {},
): OutlineChapter {
  const desk = writingDesk(cues, 0);
  return chapterOf(desk, sentencesOf(desk.transcript, chapter), chapter.start, chapter.end, 'inner', options);
}

/** Several chapters once more, each with at most so many quotes and no more than it has room for. */
export function chaptersAgain(
  cues: readonly Cue[],
  chapters: readonly { start: number; end: number }[],
  most: number,
): OutlineChapter[] {
  const desk = writingDesk(cues, 0);
  return chapters.map(({ start, end }) => {
    const stretch = sentencesOf(desk.transcript, { start, end });
    return chapterOf(desk, stretch, start, end, 'inner', { quotes: quotesFor(most, end - start) });
  });
}
