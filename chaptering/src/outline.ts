import type { Cue } from './transcript.ts';
import type { BoundaryScorer } from './segmentation/boundary-scorer.ts';
import type { ShownSlide } from './slide-changes.ts';
import { sentencesOf } from './transcript-stretch.ts';
import { plainTitles } from './writing/fallback-titles.ts';
import type { TitleSource } from './writing/whole.ts';
import {
  writeChapter,
  chaptersAt,
  withoutUsedTitles,
  findChapterCuts,
  openingTitle,
  limitQuoteCount,
  writeRecordingTexts,
  createOutlineContext,
  type OutlineChapter,
} from './outline-context.ts';

export type Evidence = {
  /** Seconds; if it is not positive, the end of the last cue stands in for it. */
  duration: number;
  /** Seconds at which the picture changes to another slide, or its title does (`findSlideTitleChanges`). */
  slides?: readonly number[];
  /** Slide titles, when the slides have been read. */
  shown?: readonly ShownSlide[];
  /** File name, a hint for the title. */
  name?: string;
};

export type Outline = {
  title: string;
  /** Where the title was found, so that people can be told. */
  titleFrom: TitleSource;
  description: string;
  summary: string;
  chapters: OutlineChapter[];
};

type Wishes = {
  /** Terms that quotes had better speak of, where a chapter does. */
  preferred?: readonly string[];
  /** Quotes a chapter at most; without it the engine decides by its length. */
  quotes?: number;
  /** Another than the one shipped, for cross-validation. */
  scorer?: BoundaryScorer;
};

/**
 * Makes chapters, quotes and texts from any cues; pure and deterministic. Chapters are ordered, begin at 0, cover the
 * duration and last 30+ seconds, unless single.
 */
export function outline(cues: readonly Cue[], evidence: Evidence, { quotes, preferred, scorer }: Wishes = {}): Outline {
  const desk = createOutlineContext(cues, evidence.duration, evidence.shown);
  const chapters = chaptersAt(desk, findChapterCuts(desk, evidence.slides ?? [], scorer), { quotes, preferred });
  return { ...writeRecordingTexts(desk, chapters, evidence.name), chapters };
}

/** Title, summary and quotes of one chapter once more, ranked by the words of a query if one is given. */
export function regenerateChapter(
  cues: readonly Cue[],
  chapter: { start: number; end: number },
  options: { quotes?: number; query?: readonly string[] } = {},
): OutlineChapter {
  const desk = createOutlineContext(cues, 0);
  return writeChapter(desk, sentencesOf(desk.transcript, chapter), chapter.start, chapter.end, options);
}

/**
 * Several chapters once more, each as if it were alone, with at most so many quotes and no more than it has room for.
 */
export function rewriteChapters(
  cues: readonly Cue[],
  chapters: readonly Span[],
  most: number,
  shown: readonly ShownSlide[] = [],
): OutlineChapter[] {
  const desk = createOutlineContext(cues, 0, shown);
  return chapters.map(({ start, end }) => {
    const stretch = sentencesOf(desk.transcript, { start, end });
    // They may overlap: what one is called or quotes is nothing to the others.
    return writeChapter(withoutUsedTitles(desk), stretch, start, end, {
      quotes: limitQuoteCount(most, end - start),
    });
  });
}

/** Chapters redrawn between others that stay: none is called what another is, and the first may be an introduction. */
export function writeChaptersBetween(
  cues: readonly Cue[],
  chapters: readonly Span[],
  others: readonly (Span & { title: string })[],
  most: number,
  shown: readonly ShownSlide[] = [],
): OutlineChapter[] {
  const desk = createOutlineContext(cues, 0, shown);
  const titled = withoutUsedTitles(
    desk,
    others.map(({ title }) => title),
  );
  return chapters.map(({ start, end }) =>
    writeChapter(titled, sentencesOf(desk.transcript, { start, end }), start, end, {
      quotes: limitQuoteCount(most, end - start),
    }),
  );
}

type Span = { start: number; end: number };

/**
 * Returns the first slide's title for a recording whose file name says nothing; undefined when the slide says nothing
 * either.
 */
export const titleOfFirstSlide = (cues: readonly Cue[], shown: readonly ShownSlide[]): string | undefined =>
  openingTitle(createOutlineContext(cues, 0, shown));

/**
 * Titles existing chapters from slides, each title unique. Undefined where slides offer nothing better, or the chapter
 * is an introduction.
 */
export function titlesOfSlides(
  cues: readonly Cue[],
  chapters: readonly { start: number; end: number; title: string }[],
  shown: readonly ShownSlide[],
): (string | undefined)[] {
  const desk = createOutlineContext(cues, 0, shown);
  const { opening } = plainTitles(desk.words.code);
  const taken = new Set(chapters.map(({ title }) => title.toLowerCase()));
  return chapters.map(({ start, end, title }) => {
    if (title === opening) return undefined;
    const found = desk.slideTitleFor({ start, end }, sentencesOf(desk.transcript, { start, end }));
    if (found === undefined || taken.has(found.toLowerCase())) return undefined;
    taken.add(found.toLowerCase());
    return found;
  });
}
