import type { Cue } from '@lectern/contract/transcripts/cue';
import { quoteLimits } from '@lectern/contract/rules/quotes';

/** Where the words of cue `n` stand in a joined text. */
type Part = { n: number; from: number; to: number };

/**
 * The words of a transcript as quotes are cut from them: in order of time, joined by single spaces. It is made once for
 * all quotes that are looked for.
 */
export type JoinedCues = {
  text: string;
  /** In the order of the text. Cues without words are left out. */
  parts: readonly Part[];
  /** The same by the number of the cue. */
  partOf: readonly (Part | undefined)[];
};

export function joinCues(cues: readonly Cue[]): JoinedCues {
  const parts: Part[] = [];
  const partOf: (Part | undefined)[] = Array.from({ length: cues.length });
  const texts: string[] = [];
  let from = 0;
  const inTime = cues.map(({ start, text }, n) => ({ start, n, words: text.replace(/\s+/g, ' ').trim() }));
  for (const { n, words } of inTime.toSorted((one, other) => one.start - other.start || one.n - other.n)) {
    if (words === '') continue;
    const part = { n, from, to: from + words.length };
    parts.push(part);
    partOf[n] = part;
    texts.push(words);
    from = part.to + 1;
  }
  return { text: texts.join(' '), parts, partOf };
}

/**
 * From where to where the words of some cues stand, both cues included. Undefined where they have none, and where they
 * are more than a quote can be cut from.
 */
export function findQuoteWindow(
  { partOf }: JoinedCues,
  [first, last]: readonly [number, number],
): { from: number; to: number } | undefined {
  if (last - first >= quoteLimits.lines) return undefined;
  let [from, to] = [Infinity, -Infinity];
  for (let n = first; n <= last; n += 1) {
    const part = partOf[n];
    if (!part) continue;
    from = Math.min(from, part.from);
    to = Math.max(to, part.to);
  }
  return from < to && to - from <= quoteLimits.characters ? { from, to } : undefined;
}

/** The first and the last cue that have words between two places of a joined text. */
export function findCueRange({ parts }: JoinedCues, from: number, to: number): [number, number] {
  let [first, last] = [Infinity, -Infinity];
  for (let at = howMany(parts, ({ to: end }) => end <= from); at < parts.length && parts[at]!.from < to; at += 1) {
    first = Math.min(first, parts[at]!.n);
    last = Math.max(last, parts[at]!.n);
  }
  return [first, last];
}

/** How many parts from the first on are such, where none is behind one that is not. */
export function howMany(parts: readonly Part[], isSuch: (part: Part) => boolean): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSuch(parts[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
