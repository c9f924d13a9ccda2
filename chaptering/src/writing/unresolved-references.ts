import { GIVEN_NAMES } from './given-names.ts';
import type { Tagged } from './grammar.ts';

/**
 * Detects, by grammar, English references to things not named: 'checking that rule', 'Visa offered them a price', 'In
 * a sense, it works', 'The problem is the price'.
 */
export const hasUnresolvedReference = (tagged: readonly (readonly Tagged[])[]): boolean =>
  tagged.some(
    (words, n) =>
      words.some(
        (_, i) =>
          isThatOne(words, i) || (n === 0 && isNobodyNamed(words, i)) || (n === 0 && isBoundToItsSubject(words, i)),
      ) ||
      (n === 0 && isItAfterAPhrase(words)) ||
      isBareHead(words),
  );

/** Whether its words do: of a list that was begun, of an order, of a time that was named. */
export const hasReferringWords = (text: string): boolean =>
  /^(?:(?:by|in) contrast|in addition|as a result|in response|if (?:(?:not|so|true)\b|(?:i|you|we|they|it) (?:do|don't|did|didn't|can|can't|is|isn't|are|aren't|will|won't)(?=,))|of course|the (?:ones?|other)\b|others|(?:everything|everyone|everybody|anything|nothing|nobody) else|so|at (?:this|that) (?:point|time|stage)|one of (?:your|my|our) |one of the (?!most|few|\p{L}+est)|all (?:the|of)|any of|first of|in particular|especially|specifically|namely|the (?:second|third|fourth|fifth|next|last)(?=,)|the (?:second|third|fourth|fifth|first|next|final) \p{L}+ (?:is|was|are|were|would|will|must|should|could)|just (?:to|if|because|when)|sure|anyways?|as a reminder|to be (?:clear|fair|honest))\b/iu.test(
    text,
  ) ||
  /\bthe same (?:period|day|week|month|year|amount)\b(?! as\b)|\bthe (?:four|five|six|seven|eight|nine|ten) \p{Ll}+\b|^[^,]{0,40}\b(?:with|of|behind|about|for)(?: \p{L}+ing)? (?:it|them)\b|\bas follows\b|\bthe (?:latest|former|latter)[.!]|\banyways?\b|\bthe (?:left|right|upper|lower) \p{L}+ shows\b|\bthe (?:graph|figure|chart|diagram|picture|plot|demo)s? (?:shows?|is|are)\b|\bexamples (?:include|are)\b|\b(?:has|have) said, |\balready (?:said|indicated|mentioned|talked|discussed|heard|seen)\b|\b(?:has|have) already\b|\bthe (?:following|mentioned|said) \p{L}+/iu.test(
    text,
  );

const ENDS_A_CLAUSE = new Set(['PUNCT', 'CCONJ', 'SCONJ', 'ADP', 'PART']);
/** A noun phrase is no longer, its article excepted. */
const LONGEST_NOUN_PHRASE = 3;

/** 'That rule', 'that.' and no 'that tests help': a clause would have a verb. */
function isThatOne(words: readonly Tagged[], i: number): boolean {
  if (words[i]!.lower !== 'that' || !/^(?:VERB|AUX|ADP|PART)$/.test(words[i - 1]?.tag ?? '')) return false;
  const end = words.findIndex(({ tag }, k) => k > i && ENDS_A_CLAUSE.has(tag));
  const phrase = words.slice(i + 1, end < 0 ? undefined : end);
  // 'The notes did say that, and left': no noun at all, and no clause.
  if (phrase.length === 0) return !/^(?:if|when|because|while|as|in|for|with|to|by)$/.test(words[i + 1]?.lower ?? '');
  return (
    phrase.length <= LONGEST_NOUN_PHRASE &&
    phrase.every(({ tag }) => tag === 'NOUN' || tag === 'ADJ' || tag === 'PROPN')
  );
}

const OBJECT = /^(?:them|him|her|it)$/;
const BEGINS_A_CLAUSE = /^(?:that|which|who|when|if|because|while|where|what|how|to)$/;

/**
 * 'Visa offered them a price': the pronoun must mean another, unnamed party. Skips 'it' that stands for a following
 * clause ('makes it easier to').
 */
function isBoundToItsSubject(words: readonly Tagged[], i: number): boolean {
  const { lower } = words[i]!;
  if (!OBJECT.test(lower) || words[i - 1]?.tag !== 'VERB' || (lower === 'it' && standsForAClause(words, i)))
    return false;
  if (lower === 'her' && words[i + 1]?.tag === 'NOUN') return false;
  const start = words.findLastIndex(
    ({ tag, lower: word }, k) => k < i && (tag === 'PUNCT' || tag === 'CCONJ' || BEGINS_A_CLAUSE.test(word)),
  );
  return !words.slice(0, Math.max(0, start)).some(({ tag }) => tag === 'NOUN' || tag === 'PROPN');
}

const standsForAClause = (words: readonly Tagged[], i: number): boolean =>
  words.slice(i + 1, i + 9).some(({ lower }) => /^(?:to|that|if|when|for)$/.test(lower));

/**
 * 'In a sense, it works', 'in the valleys, they are the best': a phrase in front names where or when, not what or who.
 */
function isItAfterAPhrase(words: readonly Tagged[]): boolean {
  if (words[0]?.tag !== 'ADP') return false;
  const it = words.findIndex(({ lower, tag }) => /^(?:it|they)$/.test(lower) || tag === 'AUX' || tag === 'VERB');
  const comma = /^(?:it|they)$/.test(words[it]?.lower ?? '') && words[it - 1]!.tag !== 'ADP' ? it - 1 : -1;
  const [next, verb] = [words[comma + 1], words[comma + 2]];
  return (
    comma > 0 &&
    /^(?:it|they)$/.test(next?.lower ?? '') &&
    !/^(?:takes|turns)$/.test(verb?.lower ?? '') &&
    !standsForAClause(words, comma + 1)
  );
}

const SOMEBODY =
  /^(?:(?:wo)?m[ae]n|child|girl|boy|baby|mother|mom|father|dad|parent|sister|brother|wife|husband|son|daughter|person|king|queen|chief|guy|friend|somebody|someone|everyone|anyone|who|mr\.?|mrs\.?|ms\.?|dr\.?)$|(?:er|or|ist|ian|ant|ent|ee)$/;

/** 'The crisis has crippled her sales': whose, nobody has said. */
function isNobodyNamed(words: readonly Tagged[], i: number): boolean {
  if (!/^(?:he|she|him|her|his|hers)$/.test(words[i]!.lower)) return false;
  return !words
    .slice(0, i)
    .some(
      ({ lower, tag }, k) =>
        GIVEN_NAMES.has(lower) || SOMEBODY.test(lower) || (tag === 'PROPN' && words[k + 1]?.tag === 'PROPN'),
    );
}

const HEAD =
  /^(?:problem|context|idea|thing|things|point|question|reason|issue|difference|downside|upside|catch|answer|solution|result|trick|motivation|concern|argument|rest|goal|proposal|approach|alternative|caveat|assumption)$/;

/** 'The problem is', 'The only other thing that matters is': of what, was said before. */
function isBareHead(words: readonly Tagged[]): boolean {
  if (words[0]?.lower !== 'the') return false;
  const verb = words.findIndex(({ tag }) => tag === 'AUX' || tag === 'VERB');
  const head = words.slice(1, Math.max(1, verb)).findLastIndex(({ tag }) => tag !== 'ADV' && tag !== 'PUNCT');
  if (verb < 2 || head < 0) return false;
  const before = words.slice(1, verb);
  const relative = before.findIndex(({ lower }) => lower === 'that' || lower === 'we' || lower === 'you');
  const noun = before[relative > 0 ? relative - 1 : head];
  return (
    noun !== undefined &&
    HEAD.test(noun.lower) &&
    !before.some(({ tag, lower }) => tag === 'ADP' || tag === 'PART' || tag === 'CCONJ' || lower === 'most')
  );
}
