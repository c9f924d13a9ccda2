import type { Looks } from '@lectern/chaptering/verbatim';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { textLimits } from '@lectern/contract/rules/longest';
import type { Quote } from '@lectern/contract/videos/videos';
import type { StoredQuote } from '../../platform/database/stored-outline.ts';
import { truncateText } from '../../platform/text/truncate-text.ts';
import { findCueRange, joinCues, type JoinedCues, howMany } from './joined-cues.ts';
import { quoteOfSpeech, quoteTimesAt, gap, looksAtQuotes, type Places, placesAt } from './verify-quotes.ts';
import { UNSPACED } from '@lectern/chaptering/unspaced-scripts';
import { matchCommonWords } from '@lectern/contract/rules/longest-common';

type Stretch = ReturnType<typeof wordsAfter>;

/** A transcript before and after the words of some of its cues were changed. What is joined and compared is so once. */
export type WordsChange = {
  after: readonly Cue[];
  /** The numbers of the cues, in their order. */
  changed: readonly number[];
  olds(): JoinedCues;
  news(): JoinedCues;
  /** For all quotes, those of an earlier outline and highlights too. */
  looks: Looks;
  /** Where the words of a changed cue are now; undefined where it had none, or has none. */
  inside(n: number): Stretch | undefined;
};

export function wordsChange(before: readonly Cue[], after: readonly Cue[], numbers: readonly number[]): WordsChange {
  let [olds, news]: (JoinedCues | undefined)[] = [];
  const stretches = new Map<number, Stretch | undefined>();
  const change: WordsChange = {
    after,
    changed: numbers.toSorted((one, other) => one - other),
    olds: () => (olds ??= joinCues(before)),
    news: () => (news ??= joinCues(after)),
    looks: looksAtQuotes(),
    inside(n) {
      if (!stretches.has(n)) {
        const [old, now] = [wordsOf(change.olds(), n), wordsOf(change.news(), n)];
        stretches.set(n, old === undefined || now === undefined ? undefined : wordsAfter(old, now));
      }
      return stretches.get(n);
    },
  };
  return change;
}

function wordsOf({ text, partOf }: JoinedCues, n: number): string | undefined {
  const part = partOf[n];
  return part && text.slice(part.from, part.to);
}

/**
 * Recuts engine quotes whose cues changed so that they stay verbatim. Quotes without remaining words go; overlong ones
 * end earlier; quotes a person wrote stay.
 */
export function recutQuotes<Q extends StoredQuote>(
  quotes: readonly Q[],
  change: WordsChange,
  chapterStart: number,
): Q[] {
  return quotes.flatMap((quote): Q[] => {
    const { original = quote, ...present } = quote as StoredQuote;
    if (!isChanged(quote, change) && !isChanged(original, change)) return [quote];
    // The original stays where the new words still contain it.
    if (placesAt(change.news(), original, change.looks)) return [original as Q];
    if (!isChanged(quote, change) || !present.cues) return [quote];
    const cut = recut({ ...present, cues: present.cues }, change, chapterStart);
    return cut ? [{ ...cut, original } as StoredQuote as Q] : [];
  });
}

/** The changed cues that a quote was cut from. */
export function changedIn({ cues }: Quote, { changed }: WordsChange): number[] {
  return cues ? changed.filter((n) => n >= cues[0] && n <= cues[1]) : [];
}

const isChanged = (quote: Quote, change: WordsChange): boolean => changedIn(quote, change).length > 0;

/** Stretches of a text that hold words, without white space at their ends, as many as a quote may be long. */
function withinLength(spans: Places, text: string): Places {
  const kept: Places = [];
  let room: number = textLimits.quote;
  for (const [start, end] of spans) {
    const words = text.slice(start, end).trim();
    const fitting = truncateText(words, room);
    if (words === '') continue;
    if (fitting === '') break;
    const from = start + text.slice(start, end).indexOf(words);
    kept.push([from, from + fitting.length]);
    room -= fitting.length + gap.length;
    if (fitting !== words || room <= 0) break;
  }
  return kept;
}

function recut(
  quote: Quote & { cues: [number, number] },
  change: WordsChange,
  chapterStart: number,
): Quote | undefined {
  const [olds, news] = [change.olds(), change.news()];
  const places = placesAt(olds, quote, change.looks);
  if (!places || changedIn(quote, change).some((n) => !change.inside(n))) return undefined;
  const kept = withinLength(
    places.map(([from, to]) => [moved(from, 'start', change), moved(to, 'end', change)]),
    news.text,
  );
  if (kept.length === 0) return undefined;
  const text = kept.map(([start, end]) => news.text.slice(start, end)).join(gap);
  const place = findCueRange(news, kept[0]![0], kept.at(-1)![1]);
  const movedStart = place[0] !== quote.cues[0] ? quoteTimesAt(change.after[place[0]]!.start, chapterStart) : {};
  const made = { ...quote, ...movedStart, cues: place };
  // Highlights stay as they were said.
  return quote.spoken === undefined ? { ...made, quote: text } : quoteOfSpeech(made, text);
}

/** Where a place of the old text is in the new one. An end belongs to the words before it, a start to those behind. */
function moved(place: number, edge: 'start' | 'end', change: WordsChange): number {
  const { parts } = change.olds();
  const old = parts[howMany(parts, ({ to }) => (edge === 'start' ? to <= place : to < place))];
  const now = old && change.news().partOf[old.n];
  if (!old || !now) return change.news().text.length;
  const offset = place - old.from;
  return now.from + (change.changed.includes(old.n) ? change.inside(old.n)![edge](offset) : offset);
}

type Word = { text: string; from: number; to: number };

/** Without spaces every character is a word. */
const word = new RegExp(`[${UNSPACED}]|[^\\s${UNSPACED}]+`, 'gu');

const splitWords = (text: string): Word[] =>
  Array.from(text.matchAll(word), ({ 0: found, index }) => ({ text: found, from: index, to: index + found.length }));

/**
 * Maps a time range of text through a rewrite, from its first word to its last. Words that replaced its ends belong to
 * it.
 */
function wordsAfter(before: string, after: string): { start(offset: number): number; end(offset: number): number } {
  const olds = splitWords(before);
  const news = splitWords(after);
  const became = matchCommonWords(olds, news);
  return {
    start(offset) {
      const at = olds.findIndex(({ to }) => to > offset);
      if (at === -1) return after.length;
      const same = became[at]!;
      if (same !== -1) return news[same]!.from + Math.max(0, offset - olds[at]!.from);
      const previous = became.findLast((match, n) => n < at && match !== -1) ?? -1;
      return news[previous + 1]?.from ?? after.length;
    },
    end(offset) {
      const at = olds.findLastIndex(({ from }) => from < offset);
      if (at === -1) return 0;
      const same = became[at]!;
      if (same !== -1) return news[same]!.from + Math.min(offset, olds[at]!.to) - olds[at]!.from;
      const next = became.find((match, n) => n > at && match !== -1) ?? news.length;
      return news[next - 1]?.to ?? 0;
    },
  };
}
