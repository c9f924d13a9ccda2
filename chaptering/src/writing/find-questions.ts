import { stemsIn } from '../terms.ts';
import { memoize } from '../memoize.ts';
import type { Sentence } from '../transcript.ts';
import { taggedWords } from './grammar.ts';
import { hasSpeechSlips, countRunUpCharacters } from './spoken.ts';
import { isHousekeeping, refersOutside } from './context-dependence.ts';
import { hasUnresolvedReference } from './unresolved-references.ts';
import type { SpeechProfile } from './speech.ts';

/** A question of a recording as it was asked, its sentence, and what it is worth. */
export type AskedQuestion = { i: number; text: string; score: number };

const LENGTH = { least: 4, most: 26 };
const LEAST_TO_SOMEBODY = 9;
/** How many a description tells, and what one has to be worth that a text tells. */
const TOLD = 2;
export const LEAST_WORTH = 0.7;
/** Asks for something of the matter, and not of somebody. */
const OPENS =
  /^(?:how|why|what|which|when|where|who|is|are|can|could|does|do|did|should|would|will|has|have|was|were)\b/i;
const TO_SOMEBODY =
  /\b(?:i|i['’]\p{L}+|my|me|he|she|him|her|his|guys?|this|that|these|those|here|ones?|else|anyone|anybody|minister|chair|madam|mr|mrs|ms|sir|prime minister|question|questions|comment|comments|thoughts|mean|say|saying|said|tell|talk|talking|today|next|episode|thing|things|stuff|again|also|exactly the|happening|sorry|okay|then)\b|#\d|…|\.\.\./iu;
/** Put to somebody who is asked for what they know: 'How do you keep your oven warm in a winter like that?' */
const YOU = /\byou(?:r|['’]\p{L}+)?\b/iu;
const OF_THE_MATTER =
  /^(?!how far\b)(?:how|why|what|which|when)\b(?!.*\byou(?:['’]ve|['’]re)? (?:just |want|like|think|guys|see|hear|know|mean|feel|make|say|said|doing|going)\b)(?!.*\byour (?:name|thoughts?|take|opinion|question|day|weekend|background|view)\b)/iu;

/** Questions in an English recording that are understood alone, best first. */
export const askedIn = memoize((speech: SpeechProfile): AskedQuestion[] =>
  speech.sentences
    .flatMap((sentence, i) => {
      const text = questionOf(sentence);
      return text === undefined ? [] : [{ i, text, score: worthOf(text, speech) }];
    })
    .toSorted((a, b) => b.score - a.score || a.i - b.i)
    .filter(({ text }) => !stemsIn(text).some((stem) => speech.speakers.has(stem)))
    .filter(({ text }, n, all) => !all.slice(0, n).some((other) => isSame(text, other.text))),
);

/** Half of the words of one are those of the other. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [new Set(stemsIn(a)), new Set(stemsIn(b))];
  return [...one].filter((stem) => other.has(stem)).length * 2 >= Math.min(one.size, other.size);
}

/** Questions for a description, in spoken order. */
export const questionsToldOf = (speech: SpeechProfile): AskedQuestion[] =>
  askedIn(speech)
    .filter(({ score }) => score >= LEAST_WORTH)
    .slice(0, TOLD)
    .toSorted((a, b) => a.i - b.i);

function questionOf({ text, complete, length }: Sentence): string | undefined {
  if (!text.endsWith('?') || !complete || length > 40 || hasSpeechSlips(text)) return undefined;
  // 'So, and how does …': without its run-up, and still as it was asked.
  const asked = text.slice(countRunUpCharacters(text)).replace(/^(?:so|and|but|well|now|or|then|first of all),? /i, '');
  const count = asked.split(' ').length;
  if (count < LENGTH.least || count > LENGTH.most || !OPENS.test(asked) || TO_SOMEBODY.test(asked)) return undefined;
  const tagged = taggedWords(asked);
  if (
    /^(?:are|do|did|have|were|had) we\b(?! need)/i.test(asked) ||
    (/\bthere\b/i.test(asked) &&
      !/^(?:why |how (?:much|many) [^ ]+ )?(?:is|are|was|were|will|should) there\b/i.test(asked))
  )
    return undefined;
  const isToSomebody = YOU.test(asked);
  if (isToSomebody && (count < LEAST_TO_SOMEBODY || !OF_THE_MATTER.test(asked))) return undefined;
  const named = tagged.filter(({ tag }) => tag === 'NOUN' || tag === 'PROPN').length;
  if (
    named < (isToSomebody ? 2 : 1) ||
    isHousekeeping(asked) ||
    refersOutside([tagged]) ||
    hasUnresolvedReference([tagged])
  )
    return undefined;
  if (
    /,(?! (?:and|or|when|if|because|such as|like)\b).*,/.test(asked) ||
    /, right\?$|^(?:what|how) about\b|^\w+,|^what['’]s (?:going on|up)\b/i.test(asked)
  )
    return undefined;
  return asked.charAt(0).toUpperCase() + asked.slice(1);
}

/** How much it speaks of what the recording speaks of, and asks how or why. */
function worthOf(text: string, { counts, spread }: SpeechProfile): number {
  const stems = [...new Set(stemsIn(text))].filter((stem) => counts.has(stem));
  const known = stems.reduce((sum, stem) => sum + Math.min(1, Math.log1p(counts.get(stem)!) / 4), 0);
  const reach = Math.max(0, ...stems.map((stem) => spread.get(stem) ?? 0));
  const kind = /^(?:how|why)\b/i.test(text)
    ? 1.4
    : /^what\b/i.test(text)
      ? 1.1
      : /^(?:is|are|should|can|does|do|would|will)\b/i.test(text)
        ? 0.9
        : /^where\b/i.test(text)
          ? 0.2
          : 0.8;
  return kind * known * (0.5 + reach);
}

/** Sentences within which it is asked what the subject is, and the share of the recording that speaks of it. */
const AT_FIRST = 60;
const THROUGHOUT = 0.2;
const WHAT_IS =
  /\b(?:[Ww]hat(?: exactly| actually)?(?: is|['’]s| are)(?: an?| the)?|[Ww]hy (?:did|do) (?:we|you) need) ((?:[\p{L}\d_+-]+ ?){1,3}?)(?:,? (?:\p{Lu}\p{Ll}+|really|actually|exactly|even))?\?$/u;

/**
 * Returns the subject of an opening question such as 'So what is sourdough?', if the recording speaks of it
 * throughout.
 */
export const questionAtFirst = memoize((speech: SpeechProfile): string | undefined => {
  for (const { text } of speech.sentences.slice(0, AT_FIRST)) {
    const said = WHAT_IS.exec(text)?.[1]?.trim().split(' ') ?? [];
    while (said.length > 0 && speech.speakers.has(stemsIn(said.at(-1)!)[0] ?? '')) said.pop();
    const name = said.join(' ');
    if (name === '') continue;
    // 'What is a hash?' is a step on the way more often than the subject.
    if (/^\p{Ll}+$/u.test(name)) continue;
    const stems = stemsIn(name);
    const tags = taggedWords(name);
    const isNamed =
      tags.every(({ tag }) => tag === 'NOUN' || tag === 'PROPN' || tag === 'ADJ') && tags.at(-1)?.tag !== 'ADJ';
    if (isNamed && stems.length > 0 && stems.every((stem) => (speech.spread.get(stem) ?? 0) >= THROUGHOUT)) return name;
  }
  return undefined;
});
