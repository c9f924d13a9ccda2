import type { Passage } from '@lectern/chaptering/draft/quote-spans';
import { sentText } from '@lectern/contract/text';
import { z } from 'zod';
import { truncateText } from '../../../platform/text/truncate-text.ts';

const line = z.number().describe('number of a line');
/** How a model is asked for lines; what it answers is read by `passagesIn`. */
export const LinesAnswer = z.object({ first: line, last: line });
/** How a model is asked for a quote, which may be a part of its lines. */
export const QuoteAnswer = z.object({
  first: line,
  begins: sentText.describe('the first three to six words of the quote, copied'),
  last: line,
  ends: sentText.describe('its last three to six words, copied'),
});

/** Reading what a model answered: anything may be missing, and of any type. */
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The text, and no more of it than is wanted. */
export const readTextField = (value: unknown, name: string, longest: number): string => {
  const found = field(value, name);
  return typeof found === 'string' ? truncateText(found, longest).toWellFormed() : '';
};

/** Entries that are read of a list: more than any recording has chapters, or any answer passages. */
const mostListed = 1_000;

export const readListField = (value: unknown, name: string): unknown[] => {
  const found = field(value, name);
  return Array.isArray(found) ? found.slice(0, mostListed) : [];
};

/** A number, also one in words such as "12" or "[12]"; NaN for anything else. */
function asNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  const digits = typeof value === 'string' ? /^\s*\[?(\d{1,9})\]?\s*$/.exec(value) : null;
  return digits ? Number(digits[1]) : Number.NaN;
}

export const readNumberField = (value: unknown, name: string): number => asNumber(field(value, name));

/** Numbers of a list, without what is none. */
export const readNumbersField = (value: unknown, name: string): number[] =>
  readListField(value, name)
    .map(asNumber)
    .filter((number) => !Number.isNaN(number));

/** Characters that are read of the words with which a quote begins or ends. */
const longestEdge = 200;

/** First and last lines: as fields, as a pair, or one line alone. */
export function passagesIn(value: unknown, name: string): Passage[] {
  return readListField(value, name).map((each): Passage => {
    if (Array.isArray(each)) return { first: asNumber(each[0]), last: asNumber(each[1] ?? each[0]) };
    if (typeof each !== 'object') return { first: asNumber(each), last: asNumber(each) };
    const first = readNumberField(each, 'first');
    const last = readNumberField(each, 'last');
    return {
      first,
      last: Number.isNaN(last) ? first : last,
      begins: readTextField(each, 'begins', longestEdge),
      ends: readTextField(each, 'ends', longestEdge),
    };
  });
}
