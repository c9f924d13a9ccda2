import type { PartOfSpeech } from 'wink-nlp';
import type { Sentence } from '../transcript.ts';
import { isStopWord, lexemeOf, wordsOf } from '../terms.ts';
import type { Tagged } from './grammar.ts';

/** One word of a sentence as the phrase finder sees it. */
export type WordToken = {
  word: string;
  lower: string;
  stem: string;
  stop: boolean;
  /** Punctuation stands between it and the word before. */
  breaks: boolean;
  /** Where it stands in the sentence. */
  from: number;
  to: number;
  /** Its part of speech, of English words only; of a contraction that of its first part. */
  tag: PartOfSpeech | undefined;
};

/** A word's counts within the recording: in total, as a name, after an article, in a verb's position. */
export type WordProfile = { count: number; capital: number; asNoun: number; asVerb: number };

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’+#_-]|[./](?=[\p{L}\p{N}]))*/gu;
const BEFORE_NOUN = new Set(
  'the a an of this these those my your our their its his her some any no each every with for in on about'.split(' '),
);
const BEFORE_VERB = new Set(
  "to i you we they he she who can could will would should may might must don't didn't can't it'll i'll we'll you'll let's".split(
    ' ',
  ),
);

const NONE: ReadonlySet<string> = new Set();

/** `tagged` are the same text's parts of speech, `small` the small words of its language beside those of English. */
export function tokeniseWords(
  text: string,
  { tagged = [], small = NONE }: { tagged?: readonly Tagged[]; small?: ReadonlySet<string> } = {},
): WordToken[] {
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
      tag: tagged[at]?.tag,
    });
    end = match.index + match[0].length;
  }
  return tokens;
}

/** By stem. */
export function wordProfiles(sentences: readonly Sentence[]): Map<string, WordProfile> {
  const profiles = new Map<string, WordProfile>();
  for (const { text } of sentences) {
    let previous = '';
    wordsOf(text).forEach((word, i) => {
      const { lower, stem: key } = lexemeOf(word);
      const profile = profiles.get(key) ?? { count: 0, capital: 0, asNoun: 0, asVerb: 0 };
      profiles.set(key, profile);
      profile.count++;
      if (word !== lower && /^\p{Lu}/u.test(word) && (i > 0 || /\p{Lu}.*\p{Lu}|\d/u.test(word))) profile.capital++;
      if (BEFORE_NOUN.has(previous)) profile.asNoun++;
      if (BEFORE_VERB.has(previous)) profile.asVerb++;
      previous = lower;
    });
  }
  return profiles;
}
