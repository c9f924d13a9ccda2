import { UNSPACED } from '@lectern/chaptering/unspaced-scripts';
import { endlessMarks } from '@lectern/contract/rules/visible-text';

/** A piece of a text that a form can begin or end with: a word, a sign, or a character where words have no spaces. */
export type GlossaryToken = {
  text: string;
  /** Identity of the token, ignoring case. */
  key: string;
  from: number;
  to: number;
  /** Whether something stands between it and the one before it. */
  apart: boolean;
};

/** Korean puts its particles behind a word without a space. */
const hangul = '\\p{Script=Hangul}';
// The mark of a long vowel belongs to no script.
const dense = `${UNSPACED}\\u30FC\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}`;

const token = new RegExp(
  `[${dense}${hangul}]\\p{M}*|(?:(?![${dense}${hangul}])[\\p{L}\\p{N}\\p{M}])+|\\p{Extended_Pictographic}[\\p{M}\\u200D\\p{Extended_Pictographic}]*|\\S`,
  'gu',
);

export const splitGlossaryTokens = (text: string): GlossaryToken[] => {
  let end = 0;
  return Array.from(text.matchAll(token), ({ 0: found, index: from }) => {
    const apart = from > end;
    end = from + found.length;
    return { text: found, key: found.replace(endlessMarks, '').normalize('NFC').toLowerCase(), from, to: end, apart };
  });
};

/** Returns the identity of a form, equal for all spellings that are searched together. */
export const formKeyOf = (form: string): string =>
  splitGlossaryTokens(form)
    .map(({ key, apart }, n) => (apart && n > 0 ? ` ${key}` : key))
    .join('');

const isDense = new RegExp(`[${dense}]`, 'u');
const isHangul = new RegExp(hangul, 'u');
const words = new Intl.Segmenter('und', { granularity: 'word' });

const lowSurrogate = /[\uDC00-\uDFFF]/;

/** Whether a place lies between two characters of a kind. */
function isWithin(kind: RegExp, text: string, at: number): boolean {
  const before = text.slice(lowSurrogate.test(text[at - 1] ?? '') ? at - 2 : Math.max(0, at - 1), at);
  return kind.test(before) && kind.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

/** Where the dictionaries of the scripts without spaces have a word end or begin. */
export const wordEnds = (text: string): Set<number> =>
  new Set([...Array.from(words.segment(text), ({ index }) => index), text.length]);

/** Whether a word may begin at a place: not in the midst of one, where words have no spaces. */
export function beginsWord(text: string, at: number, ends: () => Set<number>): boolean {
  return !isWithin(isHangul, text, at) && endsWord(text, at, ends);
}

/** Whether a word may end at a place. A Korean one goes on with its particle. */
export const endsWord = (text: string, at: number, ends: () => Set<number>): boolean =>
  !isWithin(isDense, text, at) || ends().has(at);
