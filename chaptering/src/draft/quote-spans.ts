import { buildQuote, type OutlineQuote } from '../outline-context.ts';
import { normaliseWord } from '../terms.ts';
import { sentencesOf } from '../transcript-stretch.ts';
import { type Cue, readTranscript, type Transcript } from '../transcript.ts';
import { overlap, type WordRange } from '../writing/elisions.ts';
import type { SentenceRange } from '../writing/recording-words.ts';
import { type NumberedLine, numberLines } from './numbered-lines.ts';

/** First and last line, by their numbers: from outside, so perhaps neither exists. */
export type LineRange = readonly [first: number, last: number];

/** A passage as somebody else names it: its lines, and its first and last words where it is a part of them. */
export type Passage = { first: number; last: number; begins?: string; ends?: string };

/** Words of a quote. A part below the second is no sentence: its lines are taken whole. A longer one ends with a sentence. */
const LENGTH = { least: 5, part: 8, most: 60 };
/** Nobody means to quote this many lines. */
const MOST_LINES = 40;
/** Words by which a beginning or an end is looked for. */
const MOST_WORDS = 12;
/** Lines around those named in which the words may stand: models count badly. */
const NEAR = 3;
/** Share of the words named that lines must hold to be meant, where they do not stand there one behind the other. */
const ALIKE = 0.6;

export const isLine = (lines: readonly NumberedLine[], number: number): boolean =>
  Number.isInteger(number) && number >= 1 && number <= lines.length;

/**
 * The words of passages within a stretch, at most so many, in order of time; of two that overlap the one named first.
 */
export function spansOfPassages(
  transcript: Transcript,
  lines: readonly NumberedLine[],
  passages: readonly Passage[],
  stretch: SentenceRange,
  most: number,
): WordRange[] {
  const spans: WordRange[] = [];
  for (const passage of passages) {
    if (spans.length === most) break;
    const span = spanOfPassage(transcript, lines, passage, stretch);
    if (span && !spans.some((other) => overlap(other, span))) spans.push(span);
  }
  return spans.toSorted((a, b) => a[0] - b[0]);
}

/** The words of a passage by one speaker. Undefined when its lines do not exist or nothing quotable remains. */
function spanOfPassage(
  transcript: Transcript,
  lines: readonly NumberedLine[],
  { first: a, last: b, begins = '', ends = '' }: Passage,
  stretch: SentenceRange,
): WordRange | undefined {
  if (!isLine(lines, a) || !isLine(lines, b)) return undefined;
  const first = Math.min(a, b);
  const last = Math.min(Math.max(a, b), first + MOST_LINES - 1);
  const { sentences } = transcript;
  const open = sentences[stretch[0]];
  const close = sentences[stretch[1] - 1];
  if (!open || !close) return undefined;
  const within = (from: number, to: number): WordRange => [
    Math.max(lines[Math.max(from, 1) - 1]!.words[0], open.words[0]),
    Math.min(lines[Math.min(to, lines.length) - 1]!.words[1], close.words[1]),
  ];
  const wanted = { begins, ends };
  const exact = within(first, last);
  const named = exact[0] < exact[1] ? partOf(transcript, exact, wanted) : undefined;
  if (named) return shorten(transcript, byOneSpeaker(transcript, named));
  const near = within(first - NEAR, last + NEAR);
  const start = findWords(transcript, begins, near)?.[0] ?? findWords(transcript, ends, near)?.[0];
  const line = lines.findIndex(({ words }) => start !== undefined && words[1] > start);
  const found = line === -1 ? undefined : partOf(transcript, within(line + 1, line + 1 + last - first), wanted);
  return found && shorten(transcript, byOneSpeaker(transcript, found));
}

/** The part of a range that was named; all of it where its words are much the same; undefined where it is another. */
function partOf(
  transcript: Transcript,
  range: WordRange,
  { begins, ends }: { begins: string; ends: string },
): WordRange | undefined {
  const start = findWords(transcript, begins, range)?.[0];
  const end = findWords(transcript, ends, [start ?? range[0], range[1]], true)?.[1];
  if (start === undefined && end === undefined && !isAlike(transcript, range, `${begins} ${ends}`)) return undefined;
  const [from, to] = [start ?? range[0], end ?? range[1]];
  return to - from < LENGTH.part ? range : [from, to];
}

function isAlike({ text, words }: Transcript, [from, to]: WordRange, named: string): boolean {
  const wanted = named.slice(0, 1000).split(/\s+/).map(plain).filter(Boolean);
  const heard = new Set(words.slice(from, to).map((word) => plain(text.slice(word.from, word.to))));
  return wanted.filter((word) => heard.has(word)).length >= wanted.length * ALIKE;
}

const plain = (word: string): string => normaliseWord(word).replace(/[^\p{L}\p{N}]/gu, '');

/** Where words stand one behind the other in a range, the first time or the last. */
function findWords(
  { text, words }: Transcript,
  wanted: string,
  [from, to]: WordRange,
  isLast = false,
): WordRange | undefined {
  const all = wanted.slice(0, 500).split(/\s+/).map(plain).filter(Boolean);
  const sought = isLast ? all.slice(-MOST_WORDS) : all.slice(0, MOST_WORDS);
  if (sought.length === 0) return undefined;
  const heard = words.slice(from, to).map((word) => plain(text.slice(word.from, word.to)));
  const places = heard.flatMap((_, at) => (sought.every((word, n) => heard[at + n] === word) ? [at] : []));
  const at = isLast ? places.at(-1) : places[0];
  return at === undefined ? undefined : [from + at, from + at + sought.length];
}

/** The longest run of words by the same speaker. */
function byOneSpeaker({ sentences }: Transcript, [from, to]: WordRange): WordRange {
  let best: WordRange = [from, from];
  let run: { speaker: string | undefined; start: number } = { speaker: undefined, start: from };
  for (const { words, speaker } of sentences) {
    const [start, end] = [Math.max(words[0], from), Math.min(words[1], to)];
    if (start >= end) continue;
    if (run.speaker !== speaker) run = { speaker, start };
    if (end - run.start > best[1] - best[0]) best = [run.start, end];
  }
  return best;
}

/** Cuts what is too long at the end of a sentence; undefined for what is too short, or one sentence that is too long. */
function shorten({ sentences }: Transcript, [from, to]: WordRange): WordRange | undefined {
  let end = to;
  if (to - from > LENGTH.most) {
    const ends = sentences.map(({ words }) => words[1]);
    end = ends.findLast((each) => each > from && each - from <= LENGTH.most && each <= to) ?? from;
  }
  return end - from < LENGTH.least ? undefined : [from, end];
}

/** Cuts passages within a time range into quotes, in spoken order. Skips missing, too short or overlapping passages. */
export function extractPassageQuotes(
  cues: readonly Cue[],
  stretch: { start: number; end: number },
  passages: readonly Passage[],
  most: number,
): OutlineQuote[] {
  const transcript = readTranscript(cues, 0);
  const lines = numberLines(transcript, cues);
  const spans = spansOfPassages(transcript, lines, passages, sentencesOf(transcript, stretch), most);
  return spans.map((span) => buildQuote(transcript, [span], stretch.start));
}
