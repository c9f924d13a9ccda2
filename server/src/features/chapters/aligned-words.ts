import { UNSPACED } from '@lectern/chaptering/unspaced';

type Word = { text: string; from: number; to: number };

/** Without spaces every character is a word. */
const word = new RegExp(`[${UNSPACED}]|[^\\s${UNSPACED}]+`, 'gu');

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(word), ({ 0: found, index }) => ({ text: found, from: index, to: index + found.length }));

/** For each word of one text the word of the other it became, -1 for one that is gone: the longest common sequence. */
function matches(before: readonly Word[], after: readonly Word[]): number[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        before[i]!.text === after[j]!.text
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  let j = 0;
  return before.map(({ text }, i) => {
    while (j < after.length && text !== after[j]!.text && lengths[i]![j + 1]! >= lengths[i + 1]![j]!) j += 1;
    return j < after.length && text === after[j]!.text ? j++ : -1;
  });
}

/**
 * Where a stretch of a text is after the text was rewritten: from where its first word is now to where its last word
 * is. Words that took the place of its ends belong to it.
 */
export function stretchAfter(
  before: string,
  after: string,
): { start(offset: number): number; end(offset: number): number } {
  const olds = wordsOf(before);
  const news = wordsOf(after);
  const became = matches(olds, news);
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
