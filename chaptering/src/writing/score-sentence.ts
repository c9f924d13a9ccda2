import { memoize } from '../memoize.ts';
import { stemsIn } from '../terms.ts';
import type { Sentence } from '../transcript.ts';
import { GIVEN_NAMES } from './given-names.ts';
import type { SpeechProfile } from './speech.ts';
import { scoreClaimStrength } from './context-dependence.ts';
import type { WordToken } from './word-profile.ts';

type Manner = readonly [sign: RegExp, times: number];

/**
 * Signs that readers like or dislike in a sentence; each multiplies. Weighed on 120 sentences graded blind by two
 * readers (bench/readings).
 */
const MANNERS: readonly Manner[] = [
  // 'Yeast is a fungus', 'Covenants are the rules of a coin': says what something is.
  [/^(?:\p{Lu}[^\s,]*|(?:an?|the) [^\s,]+)(?: [^\s,]+){0,4} (?:is|are) (?:an? |the (?!only|problem|same))/u, 1.3],
  // 'If you rush the dough, you lose half of its flavour.'
  [/^(?:if|when|unless|without) [^,]{12,}, \p{L}/iu, 1.2],
  [
    /\b(?:not|n't|never|isn't|aren't|rather than|instead of)\b.{4,60}\b(?:but|it's|they're|rather than|instead of)\b/iu,
    1.2,
  ],
  [/\bit\b/i, 0.8],
  [/\b(?:I|I'm|I've|I'd|my|me)\b/, 0.7],
  [
    /\b(?:some|any)?things?\b|\b(?:something|somebody|someone|stuff|anything|somewhere|certain|specific|particular)\b/i,
    0.75,
  ],
  [
    /\b(?:essentially|literally|usually|unfortunately|hopefully|assuming|potentially|effectively|in theory|a lot|kind|fine)\b/i,
    0.8,
  ],
  [/\b(?:would|could|might)\b(?!.*\bif\b)(?<!\bif\b.*)/i, 0.8],
  [/\b(?:can|can't)\b/i, 0.9],
  [/\b(?:has|have) to be\b|\bneeds? to be\b/i, 0.85],
  // A figure without what it counts: 'at least 1 and 0'.
  [/\b\d+\b(?! (?:%|percent|million|billion|years?|times|people|\p{L}+s\b))/u, 0.85],
  [/^(?:you|there)\b/i, 0.8],
  [/^even\b/i, 0.7],
  // Said to somebody of what is theirs.
  [/^your\b/i, 0.6],
  // 'The proof for 2 is 3 and 8'
  [/(?<![\p{L}\d-])\d{1,2}(?![\d-]).*(?<![\p{L}\d-])\d{1,2}(?![\d-])/u, 0.6],
  // A single past event is news, not a lesson.
  [
    /\b(?:yesterday|last (?:year|month|week)|this (?:year|month|week)|recently|currently|announced|added|adds|back in)\b/i,
    0.75,
  ],
];
const A_PERSON = 0.6;
const SHORT = { words: 11, times: 0.85 };

/** How much a sentence of English is worth repeating: what it claims, and how it says it; 1 and more is worth it. */
export function scoreSentence(text: string): number {
  const manner = MANNERS.reduce((worth, [sign, times]) => (sign.test(text) ? worth * times : worth), 1);
  const [first = '', ...rest] = text.split(' ');
  // A person's role or deed is no lesson.
  const person = GIVEN_NAMES.has(first.toLowerCase()) ? A_PERSON : 1;
  return scoreClaimStrength(text) * manner * person * (rest.length + 1 < SHORT.words ? SHORT.times : 1);
}

/** `worthOf` a sentence of the transcript as it stands. */
export const worthOfSentence = memoize(({ text }: Sentence) => scoreSentence(text));

/** Share of passages from which a thing needs no introduction: 'the oven' among bakers. */
const KNOWN_THROUGHOUT = 0.12;
/** Behind a noun they say which one is meant. */
const SAYS_WHICH =
  /^(?:of|that|which|who|whose|for|in|to|with|on|at|from|between|behind|where|when|we|you|they|i|used|called)$/;
const KNOWN_TO_ALL =
  /^(?:world|internet|web|market|government|public|law|future|past|present|end|beginning|time|way|day|year|case|fact|sun|sky|weather|police|media|economy|country|planet|team|company|same|first|second|third|last|next|only|whole|more|less)$/;

/**
 * Counts things a sentence treats as known ('the tweak', 'the sum') that are neither specified in it nor spoken of
 * throughout the recording.
 */
export const countUndefinedReferences = (
  tokens: readonly WordToken[],
  speech: SpeechProfile,
  heading?: string,
): number =>
  heading === undefined ? countsOf(speech)(tokens) : countUnintroduced(tokens, speech, new Set(stemsIn(heading)));

const countsOf = memoize((speech: SpeechProfile) =>
  memoize((tokens: readonly WordToken[]) => countUnintroduced(tokens, speech, NONE)),
);

const NONE: ReadonlySet<string> = new Set();

function countUnintroduced(tokens: readonly WordToken[], speech: SpeechProfile, headed: ReadonlySet<string>): number {
  const named = new Set<string>();
  let count = 0;
  tokens.forEach(({ lower }, at) => {
    if (lower !== 'the') return;
    const phrase = phraseAfter(tokens, at + 1);
    const head = phrase.at(-1);
    if (head === undefined || named.has(head.stem)) return;
    named.add(head.stem);
    const after = tokens[at + 1 + phrase.length];
    const isTold = after !== undefined && !after.breaks && SAYS_WHICH.test(after.lower);
    if (isTold || phrase.some(isKnown)) return;
    count++;
  });
  return count;

  function isKnown({ word, lower, stem, tag }: WordToken): boolean {
    return (
      word !== lower ||
      tag === 'PROPN' ||
      KNOWN_TO_ALL.test(lower) ||
      /(?:est|most)$/.test(lower) ||
      headed.has(stem) ||
      (speech.spread.get(stem) ?? 0) >= KNOWN_THROUGHOUT
    );
  }
}

/** The adjectives and nouns from a word on. */
function phraseAfter(tokens: readonly WordToken[], from: number): readonly WordToken[] {
  let to = from;
  while (
    to < tokens.length &&
    (to === from || !tokens[to]!.breaks) &&
    /^(?:ADJ|NOUN|PROPN|NUM)$/.test(tokens[to]!.tag ?? '')
  )
    to++;
  return tokens.slice(from, to);
}
