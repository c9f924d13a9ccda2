import { memoize } from '../memoize.ts';
import { lexemeOf } from '../terms.ts';
import { toThirdPerson } from './claims.ts';
import { GIVEN_NAMES } from './given-names.ts';
import { taggedWords } from './grammar.ts';
import type { SpeechProfile } from './speech.ts';
import { lowercaseStart } from './spelling.ts';

/** Warnings: a loss or failure when something is or is not done. */
const LOSS =
  /^(?:if|when|unless|without)\b.*\b(?:lose|loses|lost|unable|vulnerable|steal|stolen|dangerous|attacker|fails?|unusable)\b/i;

/** Demands about the matter itself, outside questions and conditions. */
const DEMAND =
  /^(?!(?:if|when|once|because|while)\b)(?:(?!\b(?:that|which|who|what|how|when|whether|if|where)\b).)*\b(?:should(?! have\b)|ought to)\b/i;

/**
 * How somebody comes to say a claim: who asks for something argues, who gives a reason or says what something is
 * explains.
 */
export function chooseReportingVerb(claim: string): 'argues' | 'warns' | 'explains' | 'says' {
  if (DEMAND.test(claim)) return 'argues';
  if (LOSS.test(claim)) return 'warns';
  return /\b(?:because|so that|which means|means|in order to|if|is an?|are)\b/i.test(claim) ? 'explains' : 'says';
}

/** A claim as others report it: 'that they need flour'. */
export const toThatClause = (claim: string, speech: SpeechProfile): string =>
  `that ${toSubordinateClause(toThirdPerson(claim), speech)}`;

/** A sentence behind 'that': its first word small, unless it is a name. */
export function toSubordinateClause(text: string, speech: SpeechProfile): string {
  const [word = ''] = /^\p{Lu}\p{Ll}+(?![\p{L}\d_])/u.exec(text) ?? [];
  const lower = word.toLowerCase();
  if (word === '' || speech.spellings.has(lower)) return lowercaseStart(text, speech);
  const small = lower + text.slice(word.length);
  // The tagger takes any word with a capital for a name, and a name in small letters for a noun.
  const { tag } = taggedWords(small)[0] ?? {};
  const isName =
    GIVEN_NAMES.has(lower) ||
    tag === 'PROPN' ||
    (tag === 'NOUN' && !lower.endsWith('s') && !writtenSmall(speech).has(lower));
  return isName || speech.speakers.has(lexemeOf(word).stem) ? text : small;
}

/** The words that are written in small letters anywhere. */
const writtenSmall = memoize(
  ({ tokens }: SpeechProfile): ReadonlySet<string> =>
    new Set(tokens.flatMap((sentence) => sentence.flatMap(({ word, lower }) => (word === lower ? [lower] : [])))),
);
