import { isVerbatim, whereSaid } from '@lectern/chaptering/verbatim';
import { LEFT_OUT } from '@lectern/chaptering/writing/left-out';
import type { Cue } from '@lectern/contract/cue';
import { longest } from '@lectern/contract/rules/longest';
import type { Quote } from '@lectern/contract/videos';
import type { StoredQuote } from '../../platform/database/stored-outline.ts';
import { shortened } from '../../platform/shortened.ts';
import { stretchAfter } from './aligned-words.ts';
import { cuesBetween, joinCues } from './joined-cues.ts';
import { cuedAt } from './prove-quotes.ts';

/** A transcript before and after the text of cue `n` was changed. */
export type CueChange = { before: readonly Cue[]; after: readonly Cue[]; n: number };

/**
 * Cuts the engine's quotes of a chapter again where the text of their cue has changed, so that they stay word
 * for word what the transcript says; one whose words are as they were is what it was. A quote whose every word is gone
 * goes with them, and one that has become too long ends earlier. What a person wrote stays.
 */
export function recutQuotes(quotes: readonly StoredQuote[], change: CueChange, chapterStart: number): StoredQuote[] {
  return quotes.flatMap((quote) => {
    const { original = quote, ...present } = quote;
    if (!isOf(quote, change.n) && !isOf(original, change.n)) return [quote];
    if (original.cues && isVerbatim(original.quote, joinCues(change.after, original.cues).text)) return [original];
    if (!isOf(quote, change.n) || !present.cues) return [quote];
    const cut = recut({ ...present, cues: present.cues }, change, chapterStart);
    return cut ? [{ ...cut, original }] : [];
  });
}

/** Stands for what a quote leaves out. */
const gap = ` ${LEFT_OUT} `;

/** Stretches of a text that hold words, without white space at their ends, as many as a quote may be long. */
function withinLength(spans: readonly [number, number][], text: string): [number, number][] {
  const kept: [number, number][] = [];
  let room: number = longest.quote;
  for (const [start, end] of spans) {
    const words = text.slice(start, end).trim();
    const fitting = shortened(words, room);
    if (words === '') continue;
    if (fitting === '') break;
    const from = start + text.slice(start, end).indexOf(words);
    kept.push([from, from + fitting.length]);
    room -= fitting.length + gap.length;
    if (fitting !== words || room <= 0) break;
  }
  return kept;
}

const isOf = ({ cues }: Quote, n: number): boolean => cues !== undefined && n >= cues[0] && n <= cues[1];

function recut(
  quote: Quote & { cues: [number, number] },
  { before, after, n }: CueChange,
  chapterStart: number,
): Quote | undefined {
  const olds = joinCues(before, quote.cues);
  const news = joinCues(after, quote.cues);
  const spans = whereSaid(quote.quote, olds.text);
  const old = olds.parts.find((part) => part.n === n);
  const now = news.parts.find((part) => part.n === n);
  if (!spans || !old || !now) return undefined;
  const inside = stretchAfter(olds.text.slice(old.from, old.to), news.text.slice(now.from, now.to));
  const grown = now.to - old.to;
  const moved = (offset: number, end: 'start' | 'end'): number => {
    const isBefore = end === 'start' ? offset < old.from : offset <= old.from;
    const isBehind = end === 'start' ? offset >= old.to : offset > old.to;
    if (isBefore) return offset;
    return isBehind ? offset + grown : now.from + inside[end](offset - old.from);
  };
  const kept = withinLength(
    spans.map(([from, to]) => [moved(from, 'start'), moved(to, 'end')]),
    news.text,
  );
  if (kept.length === 0) return undefined;
  const text = kept.map(([start, end]) => news.text.slice(start, end)).join(gap);
  const place = cuesBetween(news, kept[0]![0], kept.at(-1)![1]);
  const movedStart = place[0] !== quote.cues[0] ? cuedAt(after[place[0]]!.start, chapterStart) : {};
  return { ...quote, ...movedStart, quote: text, cues: place };
}
