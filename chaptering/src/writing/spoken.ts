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

/**
 * Wordings of a spoken sentence of English in which it may be reported: nothing is added and nothing turned, only left
 * out.
 */

/** How people begin while they think; what follows is what they say. */
const RUN_UP =
  /^(?:(?:so|and|but|now(?! that)|then|well|yeah|yes|right(?! now)|okay|again|like|basically|essentially|actually|obviously|of course|for example|for instance|in other words|in practice|also|the thing is(?: that)?|i think(?: that)?|i believe(?: that)?|i would say(?: that)?|i'd say(?: that)?|i mean|you know|as you can see|it turns out(?: that)?|that means(?: that)?|which means(?: that)?|that is|meaning(?: that)?|one (?:problem|advantage|reason|idea|option) is that|unfortunately|first of all|at that point|the (?:\p{L}+ )?(?:thing|key|gist|tl;?dr|point|truth|news|fact|downside|upside|problem|issue|advantage|benefit|catch|trick) (?:(?:t?here|with [^ ]+) )?is(?: that)?)\b,? )+/iu;
/** Said in passing; 'not just' carries meaning, and so does every doubt: 'sort of', 'I guess'. */
const IN_PASSING =
  /,? (?:you know|i mean|i think|i believe|i would say|of course|obviously|basically|essentially)(?=,),|,? (?:basically|actually|essentially|obviously|literally|of course)(?= \p{Ll})|(?<!\b(?:not|n't|more than|only|than|but)) just(?= (?!as\b|like\b|enough\b|about\b|over\b|under\b|before\b|after\b|one\b|a\b|an\b|the\b)\p{Ll})|(?<!\b(?:not|n't|too|so|as|is|are)) really(?= \p{Ll})/giu;
/** 'data,. so': where the lines of a caption were joined. */
const BROKEN_LINE = /([,;]?)\.(?= \p{Ll})/u;
/** Joints at which a sentence splits into independent pieces; neither piece retracts the other. */
const JOINT =
  /, (?:and|so|because|which|or|right|like|cause|as in|you know)\b,?(?: then| that| basically| I think)? |; | – | — /giu;
/** Joints after which a standalone piece may be taken. */
const CONTRAST = /, (?:but|and|so)(?: then)? /giu;
/** Signs that a piece depends on the other: a choice, a condition, others' thoughts or fears. */
const BOUND = {
  end: /\b(?:either|neither|both|not only|whether|nor)\b/i,
  beginning:
    /\b(?:if|when|unless|until|whether|because|although|while|either|neither|not only|whatever|say|says|said|think|thinks|thought|believe|believes|claim|claims|argue|argues|imagine|suppose|assume|assuming|pretend|wonder|worry|hope|wish|would|could|might)\b/i,
};
/** Pieces tried at most. */
const MOST_PIECES = 4;
const LEAST_WORDS = 8;

/** The whole without what is said in passing, then without what comes after it or before it, the longest first. */
export function shorterWordings(text: string): string[] {
  // Half of a question is none.
  if (text.endsWith('?')) return [text];
  const whole = plain(text);
  const ends = [...whole.matchAll(JOINT)]
    .map(({ index }) => whole.slice(0, index))
    .filter((end) => !BOUND.end.test(end));
  const beginnings = [...whole.matchAll(CONTRAST)]
    .filter(({ index }) => !BOUND.beginning.test(whole.slice(0, index)))
    .map((match) => whole.slice(match.index + match[0].length));
  const pieces = [...ends, ...beginnings]
    .map((piece) => plain(piece))
    .filter((piece) => piece.split(' ').length >= LEAST_WORDS)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_PIECES);
  return [...new Set([...(RUN_UP.test(text) || BROKEN_LINE.test(text) ? [] : [text]), whole, ...pieces])];
}

function plain(text: string): string {
  const body = text
    .replace(new RegExp(BROKEN_LINE, 'gu'), '$1')
    .replace(IN_PASSING, '')
    .replace(/\bgonna\b/g, 'going to')
    .replace(/\bwanna\b/g, 'want to')
    .replace(RUN_UP, '')
    .replace(/\s+/g, ' ')
    .replace(/[,;:. –—-]+$/u, '')
    .replace(/, (?:essentially|basically|obviously|actually|right|so to speak|for example|I think|you know)$/iu, '')
    .trim();
  return /[?!]$/.test(body) || body === '' ? body : `${body.charAt(0).toUpperCase()}${body.slice(1)}.`;
}
