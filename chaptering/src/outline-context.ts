import type { TitlePhrase } from './writing/segmented-spans.ts';
import { type Cue, readTranscript, type Transcript } from './transcript.ts';
import { type BoundaryScorer, trainedScorer } from './segmentation/boundary-scorer.ts';
import { chapterStarts } from './segmentation/chapter-starts.ts';
import { type Lexicon, buildLexicon } from './segmentation/lexicon.ts';
import type { ShownSlide } from './slide-changes.ts';
import { normaliseWord, stem, stemsIn, wordsOf } from './terms.ts';
import { sentencesOf } from './transcript-stretch.ts';
import { announcedWhole, selectFurtherSubjects, wholeTitle } from './writing/whole.ts';
import { reportChapterClaims } from './writing/chapter-summary.ts';
import { extractStatements, findFollowingStatement, spokenStatements } from './writing/claims.ts';
import { describeRecording, isUnspaced, summarise } from './writing/description.ts';
import { joinQuotePieces, type WordRange } from './writing/elisions.ts';
import { detectLanguage } from './writing/language.ts';
import { withArticle } from './writing/articles.ts';
import { formatList, phrasingForLanguage } from './writing/phrasing.ts';
import { identifySpeakers } from './writing/people.ts';
import { selectQuotes } from './writing/quotes.ts';
import type { SentenceRange } from './writing/salience.ts';
import { slideTitles } from './writing/slide-titles.ts';
import { buildSpeechProfile } from './writing/speech.ts';
import { keySentences } from './writing/summaries.ts';
import { titleMaterial, titleWriter } from './writing/titles.ts';
import { titleSpans, wholeSpans } from './writing/title-spans.ts';
import { type ChapterPosition, detectChapterPosition } from './writing/chapter-position.ts';
import type { VerbatimSentence, ToldChapter } from './writing/topics.ts';

export type OutlineQuote = {
  /**
   * Verbatim: its parts between '…' stand so, one soon after the other, in the texts of the cues joined by single
   * spaces.
   */
  quote: string;
  /** No quote to publish but the sentence that says most where none of the chapter is one. */
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

export function createOutlineContext(cues: readonly Cue[], duration: number, shown: readonly ShownSlide[] = []) {
  const transcript = readTranscript(cues, duration);
  const language = detectLanguage(transcript);
  const speech = buildSpeechProfile(transcript.sentences, language.code);
  return {
    transcript,
    lexicon: buildLexicon(transcript.sentences),
    speech,
    language,
    titleFor: titleWriter(speech, language),
    slideTitleFor: slideTitles(speech, language.code, shown),
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
  titleFor: titleWriter(desk.speech, desk.language, { taken }),
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

/** A chapter of these sentences in the engine's words. */
export function writeChapter(
  desk: OutlineContext,
  stretch: SentenceRange,
  start: number,
  end: number,
  place: ChapterPosition,
  { quotes, query, preferred = [] }: ChapterWishes,
): OutlineChapter {
  const { transcript, lexicon, speech, language, titleFor, slideTitleFor, given } = desk;
  const asked =
    query && query.length > 0
      ? { query: new Set(query.flatMap((text) => wordsOf(text).map((word) => stem(normaliseWord(word))))) }
      : {};
  const count = quotes ?? (end - start < 120 ? 1 : end - start < 420 ? 2 : 3);
  const here = preferred.length > 0 ? stretchTerms(lexicon, stretch) : new Set<string>();
  const spoken = new Set(preferred.filter((term) => here.has(term)));
  const wanted = asked.query
    ? { ...asked, filling: true }
    : { ...(spoken.size > 0 ? { query: spoken } : {}), filling: false };
  const english = language.code === 'en';
  const chosen = selectQuotes(transcript, lexicon, stretch, {
    count,
    english,
    speech,
    given,
    ...wanted,
  });
  const material = titleMaterial(speech, stretch, language);
  const title = titleFor({ ...material, slide: slideTitleFor({ start, end }, stretch) }, place);
  return {
    title,
    start,
    end,
    summary: chapterSummary(desk, stretch, {
      title,
      spans: material.spans,
      most: end - start > 400 ? 4 : 3,
      without: chosen.flatMap(({ pieces }) => pieces),
      ...asked,
    }),
    quotes: chosen.map(({ pieces, isKey }) => ({
      ...buildQuote(transcript, pieces, start),
      ...(isKey ? { key: true } : {}),
    })),
    cues: spanOf(transcript.sentences.slice(...stretch).flatMap((sentence) => sentence.cues)),
  };
}

const stretchTerms = (lexicon: Lexicon, [from, to]: SentenceRange): Set<string> =>
  new Set(lexicon.terms.slice(from, to).flatMap((terms) => Array.from(terms, (term) => lexicon.names[term]!)));

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
    const place = detectChapterPosition(sentences.slice(...stretch), n, cuts.length, duration);
    const count = quotes === undefined ? {} : { quotes: limitQuoteCount(quotes, end - start) };
    return writeChapter(desk, stretch, start, end, place, { ...count, preferred });
  });
}

/** Summarizes a chapter from what is said beside its quotes; adds its subjects when too few sentences stand alone. */
function chapterSummary(
  { transcript, lexicon, speech, language }: OutlineContext,
  stretch: SentenceRange,
  {
    title,
    spans,
    ...wishes
  }: {
    title: string;
    spans: readonly TitlePhrase[];
    most: number;
    without: readonly WordRange[];
    query?: ReadonlySet<string>;
  },
): string {
  const english = language.code === 'en';
  const said = english
    ? reportChapterClaims({ transcript, lexicon, speech }, stretch, { title, ...wishes })
    : keySentences(transcript, lexicon, stretch, { english, speech, ...wishes }).map(({ text }) => text);
  const phrasing = phrasingForLanguage(language.code);
  const subjects = selectFurtherSubjects(title, spans, speech, 3);
  const named = subjects.length > 0 || said.length > 0 ? subjects : spans.slice(0, 1).map(({ text }) => text);
  const topics = english ? named.map((subject) => withArticle(subject, speech)) : named;
  const about = said.length < 2 && phrasing && topics.length > 0 ? [phrasing.about(formatList(topics, language))] : [];
  // Languages without our sentence templates use key sentences, even those that do not stand alone.
  if (about.length + said.length === 0)
    said.push(
      ...keySentences(transcript, lexicon, stretch, { english, speech, most: 2, anyway: true }).map(({ text }) => text),
    );
  return [...about, ...said].join(isUnspaced(language) ? '' : ' ');
}

/** Subjects of the whole of which something may be told, and sentences that are told of it. */
const SUBJECTS = 12;
const SENTENCES = 5;
/** Characters by which a quote is known in its sentence. */
const KNOWN_BY = 24;

/** Seconds after which a slide does not open a recording any more. */
const OPENS_WITHIN = 8;

/** Returns the opening slide's title, if the recording speaks of it. */
export function openingTitle({ slideTitleFor, shown, transcript }: OutlineContext): string | undefined {
  const [first] = shown.toSorted((a, b) => a.start - b.start);
  if (first === undefined || first.start > OPENS_WITHIN) return undefined;
  return slideTitleFor(first, [0, transcript.sentences.length])?.text;
}

/** Title, description and summary of the whole recording. `name` is its file's, where it says something. */
export function writeRecordingTexts(
  desk: OutlineContext,
  chapters: readonly Pick<OutlineChapter, 'title' | 'start' | 'end' | 'quotes'>[],
  name: string | undefined,
) {
  const { transcript, lexicon, speech, language } = desk;
  const { sentences, duration } = transcript;
  const all: SentenceRange = [0, sentences.length];
  const spans = language.code === 'en' ? wholeSpans(speech) : titleSpans(speech, all, [], language.code);
  const english = language.code === 'en';
  const announced = english ? announcedWhole(speech) : undefined;
  const mainSubjects = spans.slice(0, SUBJECTS).map(({ text }) => text);
  const { names, speakerOf } = identifySpeakers(speech);
  const sentenceOf = (quote: string, [from, to]: SentenceRange): number =>
    sentences.findIndex(({ text }, i) => i >= from && i < to && text.includes(quote.slice(0, KNOWN_BY)));
  const told = ({ title, start, end, quotes }: (typeof chapters)[number]): ToldChapter => {
    const stretch = sentencesOf(transcript, { start, end });
    const quoted = quotes
      .filter(({ quote, key }) => !key && !quote.includes('…'))
      .map(({ quote }) => ({ text: quote, i: sentenceOf(quote, stretch) }))
      // The sentence identifies the speaker.
      .filter(({ i }) => i >= 0);
    const spoken = (): VerbatimSentence[] => [
      ...quoted,
      ...spokenStatements(transcript, lexicon, speech, stretch, names.length > 0).map(({ i, text }) => ({ i, text })),
    ];
    const claims = english
      ? extractStatements(transcript, lexicon, speech, stretch, [...mainSubjects, title], names.length > 0)
      : [];
    const goesOn = (i: number): string | undefined => findFollowingStatement(transcript, i, speech, names.length > 0);
    return { title, start, end, claims, spoken, goesOn };
  };
  const material = {
    spans,
    announced,
    chapters: chapters.map((chapter) => told(chapter)),
    sentences: english
      ? []
      : keySentences(transcript, lexicon, all, { most: SENTENCES, english, speech, strict: true }),
    speech,
    language,
    duration,
    names,
    speakerOf,
    claimsAbout: (subject: string) =>
      extractStatements(transcript, lexicon, speech, all, [subject], names.length > 0, new Set(stemsIn(subject))),
  };
  return {
    title: wholeTitle(material, name, openingTitle(desk)),
    description: describeRecording(material),
    summary: summarise(material),
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
