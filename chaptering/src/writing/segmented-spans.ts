import type { SegmentedCode } from './segmented-words.ts';
import type { WordToken } from './grammar.ts';

const WORDS = { most: 4 };
/** Characters of a title. */
const LENGTH = { zh: { least: 4, most: 14 }, ja: { least: 4, most: 16 }, ko: { least: 4, most: 24 } };
/** Small words that may stand between two of a phrase. */
const LINKS: Record<SegmentedCode, ReadonlySet<string>> = {
  zh: new Set(['的', '与']),
  ja: new Set(['の']),
  ko: new Set(),
};

/** Runs of nouns in a sentence of Chinese, Japanese or Korean, as they were spoken. */
export function segmentedSpans(tokens: readonly WordToken[], code: SegmentedCode): (readonly WordToken[])[] {
  const runs: (readonly WordToken[])[] = [];
  const { least, most } = LENGTH[code];
  for (let a = 0; a < tokens.length; a++) {
    if (tokens[a]!.stop || (a > 0 && !tokens[a]!.breaks && !tokens[a - 1]!.stop)) continue;
    let words = 0;
    for (let b = a; b < tokens.length && (b === a || !tokens[b]!.breaks); b++) {
      if (tokens[b]!.stop) {
        if (!LINKS[code].has(tokens[b]!.lower) || tokens[b + 1]?.stop !== false) break;
        continue;
      }
      if (++words > WORDS.most) break;
      const next = tokens[b + 1];
      const length = tokens[b]!.to - tokens[a]!.from;
      // A piece of a longer run is clipped.
      if ((next === undefined || next.breaks || next.stop) && length >= least && length <= most)
        runs.push(tokens.slice(a, b + 1));
    }
  }
  return runs;
}
