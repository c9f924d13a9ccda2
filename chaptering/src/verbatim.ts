import { LEFT_OUT, LONGEST_LEFT_OUT } from './writing/left-out.ts';

/**
 * Where a quote stands in a text, part by part: in one piece, or where it shows with '…' that something is left out, in
 * parts one soon after the other. Undefined where it does not stand so.
 */
export function whereSaid(quote: string, text: string): [from: number, to: number][] | undefined {
  const whole = text.indexOf(quote);
  if (whole >= 0) return [[whole, whole + quote.length]];
  const [head = '', ...rest] = quote.split(` ${LEFT_OUT} `);
  if (head === '' || rest.length === 0) return undefined;
  for (let from = text.indexOf(head); from >= 0; from = text.indexOf(head, from + 1)) {
    const spans = partsFrom(text, [from, from + head.length], rest);
    if (spans !== undefined) return spans;
  }
  return undefined;
}

function partsFrom(text: string, first: [number, number], rest: readonly string[]): [number, number][] | undefined {
  const spans = [first];
  for (const part of rest) {
    const end = spans.at(-1)![1];
    const at = part === '' ? -1 : text.slice(end, end + LONGEST_LEFT_OUT + part.length).indexOf(part);
    if (at < 0) return undefined;
    spans.push([end + at, end + at + part.length]);
  }
  return spans;
}

/** Whether every word of a quote stands in the text as it says. */
export const isVerbatim = (quote: string, text: string): boolean => whereSaid(quote, text) !== undefined;
