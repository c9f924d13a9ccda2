import { memoize } from '../memoize.ts';
import type { SpeechProfile } from './speech.ts';
import { lowercaseStart } from './spelling.ts';
import type { WordToken } from './word-profile.ts';

/** From this share of the places where it was said on, an article belongs to a phrase. */
const MOSTLY = 0.5;

/** Words before one of many. Possessives are excluded, because 'your memory' may be uncountable. */
const ONE = /^(?:an?|each|every|another|one)$/;
/** Determiners that replace an article. */
const DETERMINED = /^(?:this|that|no|any|your|our|my|their|its)$/;

/** A title as it stands inside an English sentence, with the article it was mostly said with: 'the block header'. */
export function withArticle(title: string, speech: SpeechProfile): string {
  const inside = asClause(title) ?? lowercaseStart(title, speech);
  const words = speech.tokenise(inside).map(({ lower }) => lower);
  if (words.length === 0 || /^(?:how|why|what|when|where|the|an?)\b|#\d|\d\.\d/i.test(inside)) return inside;
  const said = { the: 0, a: 0, other: 0, all: 0 };
  for (const { tokens, at } of placesSaid(speech).get(words[0]!) ?? []) {
    if (!stands(words, tokens, at)) continue;
    said.all++;
    const before = tokens[at]!.breaks ? undefined : tokens[at - 1]?.lower;
    if (before === 'the') said.the++;
    else if (before !== undefined && ONE.test(before)) said.a++;
    else if (before !== undefined && DETERMINED.test(before)) said.other++;
  }
  if (said.all === 0 || said.the + said.a + said.other < MOSTLY * said.all) return inside;
  if (said.the >= said.a + said.other) return `the ${inside}`;
  // Countable things mostly occur in the plural too; without one, leave the article out.
  if (said.a === 0 && !placesSaid(speech).has(`${words.at(-1)!}s`)) return inside;
  // 'Another roof tiles', 'a roof and its tiles': the tagger or the speaker slipped, or no article fits both.
  if (words.includes('and') || /[^sui]s$/.test(words.at(-1)!)) return inside;
  return `${soundsOpen(inside) ? 'an' : 'a'} ${inside}`;
}

type Place = { tokens: readonly WordToken[]; at: number };

/** Where each word is said, in lower case. */
const placesSaid = memoize(({ tokens: sentences }: SpeechProfile): ReadonlyMap<string, Place[]> => {
  const places = new Map<string, Place[]>();
  for (const tokens of sentences)
    tokens.forEach(({ lower }, at) => {
      const known = places.get(lower);
      if (known) known.push({ tokens, at });
      else places.set(lower, [{ tokens, at }]);
    });
  return places;
});

/** Whether it begins with a vowel as it is spoken: 'an HTLC', 'a USB stick'. */
function soundsOpen(phrase: string): boolean {
  const [initials = ''] = /^\p{Lu}{2,}(?![\p{L}\d])/u.exec(phrase) ?? [];
  // Without a vowel it is said letter by letter.
  if (/^[^AEIOUY]+$/.test(initials) || /^U[^AEIOUY]+$/.test(initials)) return /^[FHLMNRSX]/.test(initials);
  return /^(?:[aeio]|u(?!ni|s[aei]|t[eix]))/i.test(phrase);
}

/** Whether the words stand there, and are no piece of something longer. */
function stands(words: readonly string[], tokens: readonly WordToken[], at: number): boolean {
  if (!words.every((word, k) => tokens[at + k]?.lower === word)) return false;
  const next = tokens[at + words.length];
  return next === undefined || next.breaks || next.stop || next.tag === 'VERB' || next.tag === 'AUX';
}

/** 'What is a roof?' inside a sentence is 'what a roof is'. */
function asClause(title: string): string | undefined {
  const [, verb, noun] = /^What (is|are) (.+)\?$/.exec(title) ?? [];
  return verb === undefined ? undefined : `what ${noun} ${verb}`;
}
