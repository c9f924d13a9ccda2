import { memoize } from '../memoize.ts';
import type { SpeechProfile } from './speech.ts';

/** Spoken sentences made presentable: what may be taken away at the ends of a quote, and what a summary leaves out. */

/**
 * Words people begin with while they think; those of the second group only if a pause follows, for they may carry
 * meaning.
 */
const OPENING =
  /^(?:(?:(?:all right|alright|you know|i mean|i guess|and then|so then|but then|let's see|anyways?|yeah|yes|yep|okay|ok|oh|ah|um|uh|erm|hmm|mm|mhm|and|but|so(?! (?:that|far|much|many|long|called))|now(?! (?:that|is|and|or|available))|actually|basically)(?=[\s,.;:…—–-]|$)|(?:well|right|sure|great|cool|like|no|nope|exactly|of course|really|then|also|again|i think|absolutely|perfect|awesome|see|look|damn|wow)(?=[,.;:…—–!]))[,.;:…!\s—–-]*)+/i;
const CLOSING =
  /(?:[,\s]+(?:you know|right|okay|ok|so|and|yeah|um|uh|i guess|or something|or whatever|and so on|and so forth|and stuff|basically|like))+(?:[,?.!\s]*)$/i;
const HESITATION =
  /(?:(?<=^|[\s,])(?:um|uh|er|erm|hmm|mm)[,.]?\s+)|(?:,\s*(?:you know|i mean|like|sort of|kind of)\s*(?=,)),?/gi;
const REPEATED = /(?<![\p{L}\p{N}])([\p{L}']{1,24}(?:\s[\p{L}']{1,24})?)(?:,?\s\1){1,20}(?![\p{L}\p{N}'])/giu;

/** How many characters of the beginning are only a run-up. */
export const countRunUpCharacters = (text: string): number => OPENING.exec(text)?.[0].length ?? 0;

/** Whether the end trails off into a filler. */
export const hasTrailingFiller = (text: string): boolean =>
  CLOSING.test(text) || /(?:\.\.\.|…|[-–—,;:])["”’]?$/.test(text);

/** A word begun and begun again: 'voi voice'. Small words open many others. */
const BEGUN_AGAIN =
  /(?<![\p{L}\p{N}'])(?!(?:the|an|to|in|on|be|we|so|as|he|it|at|is|for|or|no|do|me|us|up|all|can|and|any|one|not|over|under|out|some|every|may|her|my|of|by|you|if|am|go)\s)(\p{L}{2,12}),?\s\1\p{L}+/iu;
/** Three words said twice within a sentence: a sentence begun twice. */
const SAID_TWICE = /\b(\w+(?:'\w+)? \w+(?:'\w+)? \w+(?:'\w+)?)\b(?=.{0,60}\b\1\b)/i;
/** A letter that is no word: what a stutter leaves. */
const LONE_LETTER = /(?<![\p{L}\p{N}'’._])[b-hj-z](?![\p{L}\p{N}'’._-])/u;
/**
 * One or two small letters that are no English word, and no unit behind a figure: 'a remote sh that', 'you co you
 * could'.
 */
const FRAGMENT =
  /(?<![\p{L}\p{N}'’._/#@-]|\d )(?!(?:a|i|am|an|as|at|be|by|do|go|he|hi|if|in|is|it|me|my|no|of|oh|ok|on|or|ox|pi|so|to|up|us|vs|we|ex|id|ad|tv|pm|dj|et|al|re|de|la|le|el|du|en|un|ai|os|ip|ui|ux|vr|pc|hr|pr|uk|eu)(?![\p{L}\p{N}]))\p{Ll}{1,2}(?![\p{L}\p{N}'’._/-])/u;

const PET =
  /\b(?:um|uh|erm|you know|i mean|sort of|kind of|or whatever|kinda|gonna|wanna|stuff|whatnot)\b|, like,|\.\.\.|…|\[|\(/i;

/** Whether a word of an English text was begun and left. */
export const hasFragment = (text: string): boolean => FRAGMENT.test(text);

/** Whether there are hesitations, stutters or pet phrases inside. */
export const hasSpeechSlips = (text: string): boolean =>
  [PET, LONE_LETTER, BEGUN_AGAIN, REPEATED, SAID_TWICE].some((slip) => text.search(slip) >= 0);

/** A spoken sentence as it is written in a summary: no run-up, no hesitation, a capital and a full stop. */
export function toWrittenSentence(text: string): string {
  const body = text
    .slice(countRunUpCharacters(text))
    .replace(HESITATION, ' ')
    .replace(CLOSING, '')
    .replace(REPEATED, '$1')
    .replace(/\s+([,.;:!?])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[,;:–—-]+$/, '');
  if (body === '') return '';
  const capital = body.charAt(0).toUpperCase() + body.slice(1);
  return /[.!?。！？।؟]["”’)]?$/u.test(capital) ? capital : `${capital}.`;
}

/** So many of the sentences. */
const SHARE = 0.08;

/** Whether people hesitate in so many of their sentences that most are broken off. */
export const isHalting = memoize(({ sentences }: SpeechProfile): boolean => {
  const halting = sentences.filter(({ text }) => /\b(?:um|uh|mm|hmm)\b/i.test(text)).length;
  return halting > SHARE * sentences.length;
});
