import { type Cue, readTranscript, type Transcript } from './transcript.ts';
import { type BoundaryScorer, trainedScorer } from './segmentation/boundary-scorer.ts';
import { chapterStarts } from './segmentation/chapter-starts.ts';
import { buildLexicon } from './segmentation/lexicon.ts';
import type { ShownSlide } from './slide-changes.ts';
import { normaliseWord, stem, wordsOf } from './terms.ts';
import { sentencesOf } from './transcript-stretch.ts';
import { joinQuotePieces, type WordRange } from './writing/elisions.ts';
import { detectLanguage } from './writing/language.ts';
import { selectQuotes } from './writing/quotes.ts';
import { type Ranker, trainedRanker } from './writing/ranker.ts';
import { readWords, type SentenceRange } from './writing/recording-words.ts';
import { slideTitles } from './writing/slide-titles.ts';
import { quoteSentences, tellingSentences } from './writing/summaries.ts';
import { titleWriter } from './writing/titles.ts';
import { type TitleSource, wholeTitle } from './writing/whole.ts';

export type OutlineQuote = {
  /**
   * Verbatim: its parts between '…' stand so, one soon after the other, in the texts of the cues joined by single
   * spaces.
   */
  quote: string;
  /** A weak quote: the best sentence of a chapter in which none is good enough to publish. */
  key?: boolean;
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

const LEAD_IN = 2;
/** Seconds a chapter lasts at least. */
export const MIN_CHAPTER_SECONDS = 30;
/** Seconds of a chapter for each of its quotes but the first. */
const ROOM_FOR_A_QUOTE = 40;

/** A transcript read, with everything writing about it needs. */
export type OutlineContext = ReturnType<typeof createOutlineContext>;

export function createOutlineContext(
  cues: readonly Cue[],
  duration: number,
  shown: readonly ShownSlide[] = [],
  ranker: Ranker = trainedRanker,
) {
  const transcript = readTranscript(cues, duration);
  const words = readWords(transcript.sentences, detectLanguage(transcript).code);
  return {
    transcript,
    lexicon: buildLexicon(transcript.sentences),
    words,
    ranker,
    titleFor: titleWriter(words, { ranker }),
    slideTitleFor: slideTitles(words, shown),
    shown,
    /** Quotes given already. */
    given: new Set<string>(),
  };
}

/**
 * The same desk with nothing written yet but these titles: what it writes does not depend on what was written before.
 */
export const withoutUsedTitles = (desk: OutlineContext, taken: readonly string[] = []): OutlineContext => ({
  ...desk,
  titleFor: titleWriter(desk.words, { taken, ranker: desk.ranker }),
  given: new Set(),
});

type ChapterWishes = {
  /** Without it, as many as the chapter deserves by its length. */
  quotes?: number;
  /** Words that summary and quotes are to speak of; as many quotes as asked for are found. */
  query?: readonly string[];
  /** Terms that quotes had better speak of, where the chapter does. */
  preferred?: readonly string[];
};

const SUMMARY_SENTENCES = 3;

/** A chapter of these sentences in the engine's words. */
export function writeChapter(
  desk: OutlineContext,
  stretch: SentenceRange,
  start: number,
  end: number,
  { quotes, query = [], preferred = [] }: ChapterWishes,
): OutlineChapter {
  const { transcript, words, ranker, titleFor, slideTitleFor, given } = desk;
  const asked = new Set(query.flatMap((text) => wordsOf(text).map((word) => stem(normaliseWord(word)))));
  const wanted = asked.size > 0 ? asked : new Set(preferred);
  const chosen = selectQuotes(transcript, words, stretch, {
    count: quotes ?? (end - start < 120 ? 1 : end - start < 420 ? 2 : 3),
    given,
    ...(wanted.size > 0 ? { query: wanted } : {}),
    filling: asked.size > 0,
    ranker,
  });
  const told = tellingSentences(transcript, words, stretch, {
    most: SUMMARY_SENTENCES,
    without: new Set(chosen.map(({ at }) => at)),
    ...(asked.size > 0 ? { query: asked } : {}),
    ranker,
  });
  return {
    title: titleFor({ stretch, start, slide: slideTitleFor({ start, end }, stretch) }),
    start,
    end,
    summary: quoteSentences(transcript, words, told),
    quotes: chosen.map(({ pieces, isStrong }) => ({
      ...buildQuote(transcript, pieces, start),
      ...(isStrong ? {} : { key: true }),
    })),
    cues: spanOf(transcript.sentences.slice(...stretch).flatMap((sentence) => sentence.cues)),
  };
}

/** The words of a quote with their times; the words are numbered in the transcript, the second excluded. */
export function buildQuote(transcript: Transcript, pieces: readonly WordRange[], chapterStart: number): OutlineQuote {
  const { words, cueIndexes } = transcript;
  const head = words[pieces[0]![0]]!;
  const tail = words[pieces.at(-1)![1] - 1]!;
  return {
    quote: joinQuotePieces(transcript, pieces),
    start: head.start,
    timecode: Math.max(chapterStart, head.start - LEAD_IN),
    cues: spanOf(cueIndexes.slice(head.cue, tail.cue + 1)),
  };
}

/** The least and the greatest index: a list out of order may give the later cue the smaller one. */
function spanOf(indexes: readonly number[]): [number, number] {
  if (indexes.length === 0) return [0, -1];
  return [indexes.reduce((a, b) => Math.min(a, b)), indexes.reduce((a, b) => Math.max(a, b))];
}

/** At most this many quotes, and no more than a chapter of these seconds has room for. */
export const limitQuoteCount = (most: number, seconds: number): number =>
  Math.min(most, Math.max(1, Math.floor(seconds / ROOM_FOR_A_QUOTE)));

/** The chapters that begin at 0 and at these sentences. Without `quotes` each gets as many as it deserves. */
export function chaptersAt(
  desk: OutlineContext,
  cuts: readonly number[],
  { quotes, preferred = [] }: { quotes?: number | undefined; preferred?: readonly string[] | undefined },
): OutlineChapter[] {
  const { sentences, duration } = desk.transcript;
  const edges = [0, ...cuts, sentences.length];
  return edges.slice(0, -1).map((from, n) => {
    const stretch = [from, edges[n + 1]!] as const;
    const start = n === 0 ? 0 : sentences[from]!.start;
    const end = n === cuts.length ? duration : sentences[stretch[1]]!.start;
    const count = quotes === undefined ? {} : { quotes: limitQuoteCount(quotes, end - start) };
    return writeChapter(desk, stretch, start, end, { ...count, preferred });
  });
}

/** Seconds after which a slide does not open a recording any more. */
const OPENS_WITHIN = 8;

/** Returns the opening slide's title, if the recording speaks of it. */
export function openingTitle({ slideTitleFor, shown, transcript }: OutlineContext): string | undefined {
  const [first] = shown.toSorted((a, b) => a.start - b.start);
  if (first === undefined || first.start > OPENS_WITHIN) return undefined;
  return slideTitleFor(first, [0, transcript.sentences.length]);
}

const DESCRIPTION_SENTENCES = 2;

/** Whether no earlier item says the same. */
const isFirstOfText = ({ text }: { text: string }, n: number, all: readonly { text: string }[]): boolean =>
  all.findIndex((other) => other.text === text) === n;

/**
 * Title, description and summary of the whole recording: the best sentences of any chapter, and the best others of the
 * longest chapters. `name` is its file's, where it says something.
 */
export function writeRecordingTexts(
  desk: OutlineContext,
  chapters: readonly Pick<OutlineChapter, 'start' | 'end'>[],
  name: string | undefined,
): { title: string; titleFrom: TitleSource; description: string; summary: string } {
  const { transcript, words, ranker } = desk;
  const tell = (chapter: (typeof chapters)[number], most: number, without?: ReadonlySet<number>) =>
    tellingSentences(transcript, words, sentencesOf(transcript, chapter), {
      most,
      ranker,
      ...(without && { without }),
    });
  const described = chapters
    .flatMap((chapter) => tell(chapter, DESCRIPTION_SENTENCES))
    .toSorted((a, b) => b.chance - a.chance || a.at - b.at)
    .filter(isFirstOfText)
    .slice(0, DESCRIPTION_SENTENCES)
    .toSorted((a, b) => a.at - b.at);
  const without = new Set(described.map(({ at }) => at));
  const told = chapters
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, SUMMARY_SENTENCES)
    .toSorted((a, b) => a.start - b.start)
    .flatMap((chapter) => tell(chapter, 1, without))
    .filter(isFirstOfText);
  return {
    ...wholeTitle(words, { name, slide: openingTitle(desk), ranker }),
    description: quoteSentences(transcript, words, described),
    summary: quoteSentences(transcript, words, told),
  };
}

/** The sentences that open a new chapter by the engine's judgement, the first of all excepted. */
export function findChapterCuts(
  { transcript, lexicon }: Pick<OutlineContext, 'transcript' | 'lexicon'>,
  slides: readonly number[],
  scorer: BoundaryScorer = trainedScorer,
): number[] {
  if (transcript.duration < 2 * MIN_CHAPTER_SECONDS) return [];
  return chapterStarts(transcript, lexicon, slides, scorer);
}
