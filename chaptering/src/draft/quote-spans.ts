import { buildQuote, type OutlineQuote } from '../outline-context.ts';
import { sentencesOf } from '../transcript-stretch.ts';
import { type Cue, readTranscript, type Sentence, type Transcript } from '../transcript.ts';
import type { SentenceRange } from '../writing/salience.ts';
import { trimRunUp } from '../writing/quotes.ts';
import { type NumberedLine, numberLines } from './numbered-lines.ts';

/** The first and the last line of a passage, by their numbers: from outside, so perhaps neither exists. */
export type LineRange = readonly [first: number, last: number];

/** Words. A passage is shortened to the first by whole sentences; a sentence longer than the second is no quote. */
const LENGTH = { least: 5, wanted: 45, most: 90 };
/** Nobody means to quote this many lines. */
const MOST_LINES = 40;

export const isLine = (lines: readonly NumberedLine[], number: number): boolean =>
  Number.isInteger(number) && number >= 1 && number <= lines.length;

/**
 * The words of passages, at most so many that are accepted, in order of time; of two that overlap the one named first.
 */
export function spansOfPassages(
  transcript: Transcript,
  lines: readonly NumberedLine[],
  passages: readonly LineRange[],
  stretch: SentenceRange,
  most: number,
  accepts: (span: SentenceRange) => boolean = () => true,
): SentenceRange[] {
  const spans: SentenceRange[] = [];
  for (const passage of passages) {
    if (spans.length === most) break;
    const span = spanOfPassage(transcript, lines, passage, stretch);
    if (span && !spans.some((other) => other[0] < span[1] && span[0] < other[1]) && accepts(span)) spans.push(span);
  }
  return spans.toSorted((a, b) => a[0] - b[0]);
}

/**
 * Completes a passage to whole sentences of one speaker, at least half inside the lines. Undefined when lines do not
 * exist or nothing quotable remains.
 */
function spanOfPassage(
  transcript: Transcript,
  lines: readonly NumberedLine[],
  [a, b]: LineRange,
  stretch: SentenceRange,
): SentenceRange | undefined {
  if (!isLine(lines, a) || !isLine(lines, b)) return undefined;
  const first = Math.min(a, b);
  const last = Math.min(Math.max(a, b), first + MOST_LINES - 1);
  const words = [lines[first - 1]!.words[0], lines[last - 1]!.words[1]] as const;
  const held = sentencesIn(transcript.sentences, words, stretch);
  if (held === undefined) return undefined;
  const [from, end] = ofOneSpeaker(transcript.sentences, held);
  const to = shortened(transcript.sentences, from, end);
  const length = transcript.sentences.slice(from, to).reduce((sum, sentence) => sum + sentence.length, 0);
  if (length < LENGTH.least || length > LENGTH.most) return undefined;
  return trimRunUp(transcript, from, to - 1);
}

/** The sentences of the stretch of which at least half is among the words; the one with most of them where none is. */
function sentencesIn(
  sentences: readonly Sentence[],
  [from, to]: readonly [number, number],
  stretch: SentenceRange,
): SentenceRange | undefined {
  let first = -1;
  let last = -1;
  let best = { i: -1, share: 0 };
  for (let i = stretch[0]; i < stretch[1]; i++) {
    const [start, end] = sentences[i]!.words;
    const shared = Math.min(end, to) - Math.max(start, from);
    if (shared <= 0) continue;
    const share = shared / (end - start);
    if (share >= 0.5) {
      if (first === -1) first = i;
      last = i;
    }
    if (share > best.share) best = { i, share };
  }
  if (first !== -1) return [first, last + 1];
  return best.i === -1 ? undefined : [best.i, best.i + 1];
}

/** The longest run of sentences by the same speaker. */
function ofOneSpeaker(sentences: readonly Sentence[], [from, to]: SentenceRange): SentenceRange {
  let best: [number, number] = [from, from];
  let start = from;
  for (let i = from + 1; i <= to; i++) {
    if (i < to && sentences[i]!.speaker === sentences[start]!.speaker) continue;
    if (i - start > best[1] - best[0]) best = [start, i];
    start = i;
  }
  return best;
}

/** Where to end, so that it is not too long: at least one sentence stays. */
function shortened(sentences: readonly Sentence[], from: number, to: number): number {
  let length = sentences[from]!.length;
  for (let i = from + 1; i < to; i++) {
    length += sentences[i]!.length;
    if (length > LENGTH.wanted) return i;
  }
  return to;
}

/**
 * Cuts passages, given by line numbers, into whole sentences within a time range, in spoken order. Skips missing,
 * unquotable or overlapping passages.
 */
export function extractPassageQuotes(
  cues: readonly Cue[],
  stretch: { start: number; end: number },
  passages: readonly LineRange[],
  most: number,
): OutlineQuote[] {
  const transcript = readTranscript(cues, 0);
  const lines = numberLines(transcript, cues);
  const spans = spansOfPassages(transcript, lines, passages, sentencesOf(transcript, stretch), most);
  return spans.map((span) => buildQuote(transcript, [span], stretch.start));
}
