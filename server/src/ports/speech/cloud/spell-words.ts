import { UNSPACED_CHARACTER } from '@lectern/chaptering/unspaced-scripts';
import type { RecognisedWord } from '../port.ts';

type Timed = { word: string; start: number; end: number };

/** How far ahead in the text a word is looked for, in characters. */
const reach = 80;

/**
 * Spells timed words as the text does, with capitals and punctuation. Words the text joins ("twenty-five") become one;
 * words missing from the text stay unchanged.
 */
export function spellWords(words: readonly Timed[], text: string): RecognisedWord[] {
  const result: RecognisedWord[] = [];
  // The last word that was found in the text, and where it ends there.
  let last: RecognisedWord | undefined;
  let at = 0;
  for (const { word, start, end } of words) {
    const bare = word.trim();
    if (bare === '') continue;
    const ahead = text.slice(at, at + reach + bare.length);
    const found = ahead.toLowerCase().indexOf(bare.toLowerCase());
    if (found < 0) {
      result.push({ text: bare, start, end });
      continue;
    }
    const between = ahead.slice(0, found);
    const spelt = ahead.slice(found, found + bare.length);
    at += found + bare.length;
    // Such a word ends without a space.
    const joined = !/\s/.test(between) && !UNSPACED_CHARACTER.test(spelt);
    if (last && joined && last === result.at(-1)) {
      last.text += between + spelt;
      last.end = end;
      continue;
    }
    if (last) last.text += /^\S*/.exec(between)![0];
    const opening = /\s/.test(between) || !last ? /\S*$/.exec(between)![0] : '';
    last = { text: opening + spelt, start, end };
    result.push(last);
  }
  if (last) last.text += /^\S*/.exec(text.slice(at))![0];
  return result;
}
