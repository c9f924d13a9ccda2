import type { RecordingWords } from './recording-words.ts';
import type { WordToken } from './grammar.ts';

/** A word as the recording writes it inside a sentence; what only opens sentences is small, unless it is a name. */
export function spellWord(
  { word, lower, tag }: Pick<WordToken, 'word' | 'lower' | 'tag'>,
  { spellings }: Pick<RecordingWords, 'spellings'>,
): string {
  if (/\p{Lu}.*\p{Lu}|\d/u.test(word)) return word;
  return spellings.get(lower) ?? (tag === 'PROPN' ? word : lower);
}

/** A text with a capital at its beginning, and letters nobody can pronounce there in capitals. */
export function capitaliseStart(text: string, spellings: ReadonlyMap<string, string> = new Map()): string {
  const [first = ''] = /^[\p{L}\p{M}\p{N}'’-]+/u.exec(text) ?? [];
  const known = spellings.get(first.toLowerCase());
  if (known !== undefined && /\p{Lu}/u.test(known)) return known + text.slice(first.length);
  // iOS, eBay
  if (/^\p{Ll}\p{Lu}/u.test(first)) return text;
  if (/^[b-df-hj-np-tv-xz]{2,5}$/.test(first)) return first.toUpperCase() + text.slice(first.length);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
