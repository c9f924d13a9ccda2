import type { Speech } from './speech.ts';
import { insideSentence } from './spelling.ts';
import type { Token } from './word-profile.ts';

/** From this share of the places where it was said on, an article belongs to a phrase. */
const MOSTLY = 0.5;

/** What stands before a thing of which there is one, or one of many. */
const DETERMINED = /^(?:an?|this|that|each|every|another|one|no|any|your|our|my|their|its)$/;

/** A title as it stands inside an English sentence, with the article it was mostly said with: 'the block header'. */
export function withArticle(title: string, speech: Speech): string {
  const inside = asClause(title) ?? insideSentence(title, speech);
  const words = speech.tokenise(inside).map(({ lower }) => lower);
  if (words.length === 0 || /^(?:how|why|what|when|where|the|an?)\b|#\d|\d\.\d/i.test(inside)) return inside;
  const said = { the: 0, a: 0, all: 0 };
  for (const tokens of speech.tokens)
    tokens.forEach((token, at) => {
      if (token.lower !== words[0] || !stands(words, tokens, at)) return;
      said.all++;
      const before = token.breaks ? undefined : tokens[at - 1]?.lower;
      if (before === 'the') said.the++;
      else if (before !== undefined && DETERMINED.test(before)) said.a++;
    });
  if (said.all === 0 || said.the + said.a < MOSTLY * said.all) return inside;
  if (said.the >= said.a) return `the ${inside}`;
  // 'Another roof tiles', 'a roof and its tiles': the tagger or the speaker slipped, or no article fits both.
  if (words.includes('and') || /[^sui]s$/.test(words.at(-1)!)) return inside;
  return `${/^(?:[aeio]|u(?!ni|s[aei]|t[eix]))/i.test(inside) ? 'an' : 'a'} ${inside}`;
}

/** Whether the words stand there, and are no piece of something longer. */
function stands(words: readonly string[], tokens: readonly Token[], at: number): boolean {
  if (!words.every((word, k) => tokens[at + k]?.lower === word)) return false;
  const next = tokens[at + words.length];
  return next === undefined || next.breaks || next.stop || next.tag === 'VERB' || next.tag === 'AUX';
}

/** 'What is a roof?' inside a sentence is 'what a roof is'. */
function asClause(title: string): string | undefined {
  const [, verb, noun] = /^What (is|are) (.+)\?$/.exec(title) ?? [];
  return verb === undefined ? undefined : `what ${noun} ${verb}`;
}
