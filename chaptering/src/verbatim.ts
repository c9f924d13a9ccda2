import { OMISSION_MARK, MAX_OMITTED_CHARACTERS } from './writing/elisions.ts';

/** Characters that may still be gone through, for all quotes that are looked for at one time. */
export type Looks = { left: number };

/**
 * Locates a quote in a text, whole or in nearby parts around '…'. Undefined when absent or when `looks`, the search
 * budget it consumes, runs out.
 */
export function findVerbatim(quote: string, text: string, looks: Looks): [from: number, to: number][] | undefined {
  if (quote === '') return undefined;
  const whole = finderOf(quote, looks)(text, 0);
  if (whole >= 0) return [[whole, whole + quote.length]];
  const [head = '', ...rest] = quote.split(` ${OMISSION_MARK} `);
  if (rest.length === 0 || [head, ...rest].includes('')) return undefined;
  const find = finderOf(head, looks);
  const parts = rest.map((part) => ({ length: part.length, find: finderOf(part, looks) }));
  for (let from = find(text, 0); from >= 0; from = find(text, from + 1)) {
    const spans = partsFrom(text, [from, from + head.length], parts);
    if (spans !== undefined) return spans;
  }
  return undefined;
}

type Find = (text: string, from: number, to?: number) => number;

function partsFrom(
  text: string,
  first: [number, number],
  rest: readonly { length: number; find: Find }[],
): [number, number][] | undefined {
  const spans = [first];
  for (const { length, find } of rest) {
    const end = spans.at(-1)![1];
    const at = find(text, end, end + MAX_OMITTED_CHARACTERS + length);
    if (at < 0) return undefined;
    spans.push([at, at + length]);
  }
  return spans;
}

/**
 * Finds the first occurrence within limits, or -1 (Knuth, Morris and Pratt). `indexOf` can take text × word length
 * steps and cannot be stopped: 'aaab' blocks everyone.
 */
function finderOf(words: string, looks: Looks): Find {
  const codes = Uint16Array.from({ length: words.length }, (_, at) => words.charCodeAt(at));
  const borders = bordersOf(codes);
  const length = codes.length;
  looks.left = Math.max(0, looks.left - length);
  return (text, from, to = text.length) => {
    const end = Math.min(to, text.length, from + looks.left);
    let known = 0;
    let at = from;
    while (at < end && known < length) {
      const code = text.charCodeAt(at);
      while (known > 0 && codes[known] !== code) known = borders[known - 1]!;
      if (codes[known] === code) known += 1;
      at += 1;
    }
    looks.left -= at - from;
    return known === length ? at - known : -1;
  };
}

/** Length of the longest proper prefix that is also a suffix, for each prefix of the words. */
function bordersOf(codes: Uint16Array): Uint32Array {
  const borders = new Uint32Array(codes.length);
  let known = 0;
  for (let at = 1; at < codes.length; at += 1) {
    while (known > 0 && codes[known] !== codes[at]) known = borders[known - 1]!;
    if (codes[known] === codes[at]) known += 1;
    borders[at] = known;
  }
  return borders;
}

/** Whether every word of a quote stands in the text as it says. */
export const isVerbatim = (quote: string, text: string): boolean =>
  findVerbatim(quote, text, { left: Infinity }) !== undefined;
