import { findQuestion, type TextRange } from '@lectern/contract/rules/folded-text';
import type { Moment } from '@lectern/contract/videos/videos';

/** Characters shown before the words that were found, and in all. */
const before = 40;
const most = 120;

/**
 * Characters a cut may move to stand between two words: longer ones, and writing without spaces, are cut where it is.
 */
const longest = 24;

/** Places looked at for the piece that has most of the words. */
const mostPlaces = 20;

/** A piece of a long text with the words in it, as many as can be; it begins and ends with whole words. */
export function excerpt(text: string, words: string): string {
  const places = findQuestion(text, words).slice(0, mostPlaces);
  const said = ({ from, to }: TextRange): string => text.slice(from, to).toLowerCase();
  const wordsFrom = (first: TextRange): number =>
    new Set(places.filter(({ from, to }) => from >= first.from && to <= first.from + most - before).map(said)).size;
  const [first = { from: 0, to: 0 }] = places;
  const found = places.reduce((best, place) => (wordsFrom(place) > wordsFrom(best) ? place : best), first);
  const start = found.from > before ? beginning(text, found.from - before, found.from) : 0;
  const end = start + most < text.length ? ending(text, start + most, found.to) : text.length;
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

/** Seconds between the beginnings of two texts that hold the same words, as a quote and the line it was cut from. */
const near = 60;

/** Characters by which one place is known in two texts. */
const known = 24;

type Told = { text: string; start: number };

/** Whether a text tells, in the same words, what another shows of what was looked for. */
function saysSame(text: string, other: string, words: string): boolean {
  const [place] = findQuestion(other, words);
  if (!place) return false;
  const from = Math.max(0, place.from - known);
  const stretches = [other.slice(from, place.to), other.slice(place.from, place.to + known)];
  return stretches.some((stretch) => stretch.length > known && text.includes(stretch));
}

/** Whether a place that was found is told by the words of another, shown before it. */
export const tellsSame = (moment: Told, other: { highlight: string; start: number | null }, words: string): boolean =>
  other.start !== null && Math.abs(moment.start - other.start) <= near && saysSame(moment.text, other.highlight, words);

type InChapter = Pick<Moment, 'field' | 'text' | 'chapter'>;

/** Whether a place is a summary that repeats what was said in its chapter, and is shown from there too. */
export const repeatsSaid = (moment: InChapter, others: readonly InChapter[], words: string): boolean =>
  moment.field === 'summary' &&
  others.some(
    ({ field, text, chapter }) =>
      field === 'transcript' && chapter === moment.chapter && saysSame(moment.text, text, words),
  );

/** Where the first word begins at or after `at`, at the latest where the words that were found do. */
function beginning(text: string, at: number, found: number): number {
  const space = text.slice(at - 1, Math.min(at + longest, found)).search(/\s/);
  return space < 0 ? at : at + space;
}

/** Where the last word ends at or before `at`, after the words that were found. */
function ending(text: string, at: number, found: number): number {
  const from = Math.max(at - longest, found);
  const space = text.slice(from, at + 1).search(/\s\S*$/);
  return space < 0 ? Math.max(at, found) : from + space;
}
