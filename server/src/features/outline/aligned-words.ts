import { UNSPACED } from '@lectern/chaptering/unspaced-scripts';
import { matchCommonWords } from '@lectern/contract/rules/longest-common';

type Word = { text: string; from: number; to: number };

/** Without spaces every character is a word. */
const word = new RegExp(`[${UNSPACED}]|[^\\s${UNSPACED}]+`, 'gu');

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(word), ({ 0: found, index }) => ({ text: found, from: index, to: index + found.length }));

/**
 * Maps a time range of text through a rewrite, from its first word to its last. Words that replaced its ends belong to
 * it.
 */
export function wordsAfter(
  before: string,
  after: string,
): { start(offset: number): number; end(offset: number): number } {
  const olds = wordsOf(before);
  const news = wordsOf(after);
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
