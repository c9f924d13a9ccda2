import { deu, fra, ita, jpn, kor, nld, por, spa, zho } from 'stopword';
import { isStopWord, lexemeOf } from '../terms.ts';
import { taggedWords, type WordToken } from './grammar.ts';
import type { LanguageCode } from './language.ts';
import { isSegmented, segmentedWords } from './segmented-words.ts';

const LISTS: Partial<Record<LanguageCode, readonly string[]>> = {
  de: deu,
  fr: fra,
  es: spa,
  it: ita,
  pt: por,
  nl: nld,
  zh: zho,
  ja: jpn,
  ko: kor,
};

const WORD = /#?[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’+#_-]|[./](?=[\p{L}\p{N}]))*/gu;

/** Splits any text of a recording in this language into words. */
export function tokeniserFor(code: LanguageCode | undefined): (text: string) => WordToken[] {
  const small = new Set((code && LISTS[code])?.map((word) => word.toLowerCase()));
  return (text) => (isSegmented(code) ? segmentedWords(text, code, small) : spacedWords(text, code === 'en', small));
}

function spacedWords(text: string, isEnglish: boolean, small: ReadonlySet<string>): WordToken[] {
  const tagged = isEnglish ? taggedWords(text) : [];
  const tokens: WordToken[] = [];
  let end = 0;
  let at = 0;
  for (const match of text.matchAll(WORD)) {
    const word = match[0].replace(/['’]s$/, '').replace(/[-'’]+$/, '');
    const { lower, stem, isStop } = lexemeOf(word);
    const gap = text.slice(end, match.index);
    while (at < tagged.length && tagged[at]!.to <= match.index) at++;
    tokens.push({
      word,
      lower,
      stem,
      stop: lower.length < 2 || small.has(lower) || isStop || (lower.endsWith('s') && isStopWord(lower.slice(0, -1))),
      breaks: tokens.length === 0 || (gap !== ' ' && /[^\s'’]/.test(gap)) || /['’]s$/.test(tokens.at(-1)!.word),
      from: match.index,
      to: match.index + word.length,
      tag: isEnglish && word.startsWith('#') ? 'NUM' : tagged[at]?.tag,
    });
    end = match.index + match[0].length;
  }
  return tokens;
}
