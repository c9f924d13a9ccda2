import { UNSPACED } from '@lectern/chaptering/unspaced-scripts';
import { endlessMarks } from '@lectern/contract/rules/visible-text';

const word = new RegExp(String.raw`[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}'’])+`, 'gu');

/**
 * The words of a text as they are compared, without case, accents and apostrophes; scripts without spaces by
 * characters.
 */
export const wordsOfText = (text: string): string[] =>
  Array.from(text.matchAll(word), ([found]) =>
    found
      .replace(endlessMarks, '')
      .normalize('NFKD')
      .replace(/[\p{M}'’]/gu, '')
      .toLowerCase(),
  ).filter(Boolean);

/** Shorter words are alike by chance. */
const shortest = 4;

/** Whether a recogniser may have made one word of the other: most of it is the same from its beginning and its end. */
export function wordsMatch(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length);
  const least = Math.min(one.length, other.length);
  if (least < shortest || least < length * 0.6) return false;
  let head = 0;
  while (head < least && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < least - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return head + tail >= length * 0.7;
}
