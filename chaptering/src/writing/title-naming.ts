import type { SentenceRange } from './salience.ts';
import type { SpeechProfile } from './speech.ts';
import type { WordToken } from './word-profile.ts';

/** Sentences into a chapter within which its subject is named. */
const WITHIN = 8;
/** Words into a sentence at which it still begins: 'So, roof vents'. */
const BEGINS = 2;

const BEFORE_NOUN = /^(?:the|an?|this|these|your|our|really|exactly|actually|basically|then)$/;
const OPENS_CLAUSE = /^(?:the|an?|so|and|but|now|what|that|well)$/;
const OPENS_SENTENCE = /^(?:so|now|okay|and|next|then|well)$/;
const DEFINES = /^(?:is|are|was|means|refers|stands)$/;
const AS_WHAT =
  /^(?:an?|the|basically|really|essentially|just|one|when|where|how|to|for|that|this|kind|like|something|way|actually|also|pretty|very|used|still|about)$/;
const ASKS = /^(?:what|how|why)$/;
const ASKED_VERB = /^(?:is|are|was|do|does)$/;
const ASKED_AFTER = /^(?:is|are|was|do|does|means|works?)$/;
const NAMES = /^(?:called|named|titled|about|discuss|regarding|concept|idea)$/;
const SHELL = /^(?:concept|idea|notion|topic|question|issue|problem|case)$/;

/**
 * Whether the beginning of a chapter says or asks what a phrase is, calls something so, or puts it before a sentence.
 */
export function detectNamingSignals(tokens: readonly WordToken[], speech: SpeechProfile, [from, to]: SentenceRange) {
  const found = { defined: 0, inQuestion: 0, called: 0, ahead: 0 };
  for (const sentence of speech.tokens.slice(from, Math.min(to, from + WITHIN)))
    for (const at of placesIn(sentence, tokens)) {
      const [before, end] = [at - 1, at + tokens.length];
      const word = (k: number): string => sentence[k]?.lower ?? '';
      const isCut = at === 0 || sentence[at]!.breaks;
      let noun = before;
      while (BEFORE_NOUN.test(word(noun))) noun--;
      if (DEFINES.test(word(end)) && AS_WHAT.test(word(end + 1)) && (isCut || OPENS_CLAUSE.test(word(before))))
        found.defined = 1;
      if (
        word(noun) === "what's" ||
        (ASKED_VERB.test(word(noun)) && ASKS.test(word(noun - 1))) ||
        (ASKS.test(word(noun)) && ASKED_AFTER.test(word(end)))
      )
        found.inQuestion = 1;
      if (NAMES.test(word(noun)) || (word(noun) === 'of' && SHELL.test(word(noun - 1)))) found.called = 1;
      if (at < BEGINS && (at === 0 || OPENS_SENTENCE.test(word(before))) && sentence[end]?.breaks === true)
        found.ahead = 1;
    }
  return found;
}

function placesIn(sentence: readonly WordToken[], tokens: readonly WordToken[]): number[] {
  const places: number[] = [];
  for (let at = 0; at + tokens.length <= sentence.length; at++)
    if (tokens.every(({ stem }, k) => sentence[at + k]!.stem === stem)) places.push(at);
  return places;
}
