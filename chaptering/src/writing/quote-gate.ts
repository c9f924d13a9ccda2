import type { Tagged } from './grammar.ts';
import { GIVEN_NAMES } from './given-names.ts';
import { isIncompleteSentence, lacksMainClause, hasCommaSplice } from './clauses.ts';
import { isCoarse } from './phrase-words.ts';
import { soundMarks } from '../sound-marks.ts';
import { lexemeOf, stemsIn, wordsOf } from '../terms.ts';
import { hasFragment, hasSpeechSlips, countRunUpCharacters, hasTrailingFiller } from './spoken.ts';
import { hasUnresolvedReference, hasReferringWords } from './unresolved-references.ts';
import { isHousekeeping, dependsOnContext, refersOutside, isContentFree } from './context-dependence.ts';
import { scoreSentence } from './score-sentence.ts';

/** Why a passage is no quote. The list is closed. */
export type QuoteRefusal =
  | 'incomplete'
  | 'length'
  | 'vocative'
  | 'housekeeping'
  | 'question'
  | 'repair'
  | 'leaning'
  | 'sponsor'
  | 'sound'
  | 'coarse'
  | 'vague'
  | 'empty';

/** Input of the quote gate: one speaker's words as shown, without omissions. */
export type QuoteGateInput = {
  text: string;
  /** Words, those of unspaced scripts as halves. */
  length: number;
  /** Begins and ends where the speaker did. */
  whole: boolean;
  /** Whether the transcript has sentence ends at all. */
  punctuated: boolean;
  english: boolean;
  /** Parts of speech, sentence by sentence; undefined for other languages than English. */
  tagged: readonly (readonly Tagged[])[] | undefined;
  /** Lower-case names of those who speak in the recording. */
  speakers: ReadonlySet<string>;
  /** How many things it speaks of as known that were named just before it. */
  unintroduced?: number;
};

const QUOTE_LENGTH = { least: 8, most: 45 };

/** Minimum worth; more hedging than claiming says too little. */
const LEAST_WORTH = 0.93;
/** One thing that was named before is understood, two are not. */
const MOST_UNINTRODUCED = 1;

type Rule = readonly [reason: QuoteRefusal, holds: (passage: QuoteGateInput) => boolean];

/** In the order in which they are cheap; what grammar has to tell comes last. */
const RULES: readonly Rule[] = [
  ['length', ({ length }) => length < QUOTE_LENGTH.least || length > QUOTE_LENGTH.most],
  ['sound', ({ text }) => soundMarks(text).length > 0],
  ['question', ({ text }) => isQuestion(text)],
  ['vague', ({ text }) => isVague(text)],
  ['leaning', ({ text, english }) => dependsOnContext(text, english) || (english && hasReferringWords(text))],
  ['incomplete', isCutOff],
  ['coarse', ({ text }) => wordsOf(text).some(isCoarse)],
  ['sponsor', ({ text }) => isSponsored(text)],
  ['housekeeping', ({ text }) => isHousekeeping(text)],
  ['vocative', ({ text, speakers }) => addressesSomebody(text, speakers)],
  [
    'repair',
    ({ text, english }) =>
      hasSpeechSlips(text) ||
      (english && hasFragment(text)) ||
      isBegunAgain(text) ||
      GLUED.test(text) ||
      /, (?:But|And|So|Or)\b|[,;:][.!?]|\b(?:un)?quote[,.]|^Quote\b|\b([Yy]ou|we|they) (?:still|just|also|really|then) \1\b|\bif\b[^,.]*, if\b/.test(
        text,
      ) ||
      /\p{L} well (?:should|the|we|it|they|you|i|there)\b|, and well\b/iu.test(text) ||
      SLIPS.test(text) ||
      SENTENCE_IN_SENTENCE.test(text),
  ],
  ['incomplete', ({ text, english }) => english && isIncompleteSentence(text)],
  ['incomplete', isIncomplete],
  ['repair', ({ tagged }) => tagged !== undefined && tagged.some(hasCommaSplice)],
  ['leaning', ({ tagged }) => tagged !== undefined && (refersOutside(tagged) || hasUnresolvedReference(tagged))],
  ['leaning', ({ unintroduced = 0 }) => unintroduced > MOST_UNINTRODUCED],
  [
    'empty',
    ({ text, tagged }) =>
      tagged !== undefined && (worthOfAll(text) < LEAST_WORTH || saysTooLittle(text) || isContentFree(text, tagged)),
  ],
];

/** All that speaks against quoting a passage, one reason after the other; nothing where it may be published. */
export function* refusals(passage: QuoteGateInput): Generator<QuoteRefusal> {
  const given = new Set<QuoteRefusal>();
  for (const [reason, holds] of RULES) {
    if (given.has(reason) || !holds(passage)) continue;
    given.add(reason);
    yield reason;
  }
}

/** Whether nothing speaks against a passage, or nothing but `allowed`. */
export const isQuotable = (passage: QuoteGateInput, allowed: ReadonlySet<QuoteRefusal> = new Set()): boolean =>
  !RULES.some(([reason, holds]) => !allowed.has(reason) && holds(passage));

/** A speaker's name that a transcript has among the words. */
const LABELLED = /^\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*){0,2}: /u;
const CUT_SHORT = /[—–-][.!?]?["'”’]?$/u;
const ENDS = /[.!?。！？।؟]["'”’»)\]]*$/u;
const OPENS = /^["'“‘«(¿¡]*[\p{Lu}\p{N}\p{Lo}]/u;
/** Verbs that end so without being participles. */
const SHORT_ING = /^(?:br|s|r|sw|spr|cl|fl|st|str|w)ing$/;
const FINITE = new Set(['AUX', 'VERB']);
/** A sentence that ends with one of these was cut off. */
const DANGLING_END = new Set(['ADP', 'DET', 'CCONJ', 'SCONJ', 'AUX', 'PART']);

/** A piece of a sentence. */
function isCutOff({ text, whole, punctuated }: QuoteGateInput): boolean {
  if (
    !whole ||
    hasTrailingFiller(text) ||
    CUT_SHORT.test(text) ||
    LABELLED.test(text) ||
    opensLate(text) ||
    hasHalfAPair(text)
  )
    return true;
  return punctuated && !(ENDS.test(text) && (OPENS.test(text) || /^\p{Ll}+\p{Lu}/u.test(text)));
}

/** A sentence that lacks subject or verb. */
function isIncomplete({ punctuated, tagged }: QuoteGateInput): boolean {
  return (
    tagged !== undefined &&
    tagged.some((words, n) => lacksMainClause(words) || lacksSubjectOrVerb(words, punctuated, n === 0))
  );
}

/** Begins with a run-up, or its second sentence does: 'So, all the gates'. */
const opensLate = (text: string): boolean =>
  countRunUpCharacters(text) > 0 ||
  text.split(/(?<=[.!?])\s+(?=\p{Lu})/u).some((sentence) => countRunUpCharacters(sentence) > 0);

/** One bracket or quotation mark of a pair: the other was said before or after. */
const hasHalfAPair = (text: string): boolean =>
  /[.!?]['’]$/.test(text) ||
  ((text.match(/"/g)?.length ?? 0) & 1) === 1 ||
  (text.match(/[(“]/g)?.length ?? 0) !== (text.match(/[)”]/g)?.length ?? 0);

const SUBORDINATE = /^(?:if|when|because|although|unless|whenever|since|while|whether)$/;

/** 'To accept', 'to optionally accept'. */
const isInfinitive = (words: readonly Tagged[], at: number): boolean =>
  words[at - 1]?.lower === 'to' || (words[at - 1]?.tag === 'ADV' && words[at - 2]?.lower === 'to');

function lacksSubjectOrVerb(words: readonly Tagged[], punctuated: boolean, first: boolean): boolean {
  const spoken = words.filter(({ tag }) => tag !== 'PUNCT');
  const head = spoken[0];
  const last = spoken.at(-1);
  if (head === undefined || last === undefined) return true;
  const verb = spoken.findIndex(
    ({ tag, lower }, n) =>
      FINITE.has(tag) && !isInfinitive(spoken, n) && (!lower.endsWith('ing') || SHORT_ING.test(lower)),
  );
  if (verb < 0) return true;
  if (
    /^(?:AUX|DET|CCONJ)$/.test(last.tag) &&
    !/^(?:is|are|was|were|do|does|did|this|that|these|those|all|both|each|some|any)$/.test(last.lower)
  )
    return true;
  // 'If you switch it off': what then?
  if (
    (SUBORDINATE.test(head.lower) || head.lower === 'as') &&
    !words.some(({ text }) => text === ',') &&
    spoken.filter(({ tag }) => tag === 'PRON').length < 3
  )
    return true;
  if (!punctuated && (DANGLING_END.has(last.tag) || /^(?:i|we|you|he|she|they|it|the|a|and|so|but)$/.test(last.lower)))
    return true;
  // 'Even if you go back in time, before all that'.
  const clause = head.lower === 'even' || head.lower === 'only' ? spoken[1] : head;
  const finite = spoken.filter(({ tag }, n) => FINITE.has(tag) && !isInfinitive(spoken, n)).length;
  if (SUBORDINATE.test(clause?.lower ?? '') && finite < 2) return true;
  // 'Better because it turns': what is better?
  if (!SUBORDINATE.test(head.lower) && spoken.slice(0, verb).some(({ lower }) => lower === 'because')) return true;
  // 'Clear what it implies', 'Nothing to look for': half of a sentence.
  if (head.tag === 'ADJ' && /^(?:what|that|how|to|for|if|about|whether|why)$/.test(spoken[1]?.lower ?? '')) return true;
  if (last.tag === 'ADP' && /^(?:for|of|with|from|at|by|into|than|as)$/.test(last.lower)) return true;
  // 'The library, allowing others to join': what does it do?
  const comma = words.findIndex(({ text }) => text === ',');
  if (
    comma > 0 &&
    words[comma + 1]?.tag === 'VERB' &&
    words[comma + 1]!.lower.endsWith('ing') &&
    !words.slice(0, comma).some(({ tag }) => FINITE.has(tag)) &&
    words.slice(comma + 1).every(({ text }) => text !== ',')
  )
    return true;
  // 'Reducing the cost for yourself': a participle is no sentence unless something is said of it.
  if (head.lower.endsWith('ing') && head.tag === 'VERB' && !spoken.some(({ tag }) => tag === 'AUX')) return true;
  // 'Bring us back to it', 'Think we need it': asked of somebody, or without its subject.
  if (head.tag === 'VERB' && !head.lower.endsWith('ing')) return true;
  // 'Reduces the cost', 'Was never used': the subject is missing.
  if (verb === 0 && (head.tag === 'AUX' ? !/^(?:do|be|don't|let)$/.test(head.lower) : /(?:[^s]s|ed)$/.test(head.lower)))
    return true;
  if (first && head.tag === 'CCONJ') return true;
  const subject = spoken
    .slice(0, verb)
    .some(({ tag }) => tag === 'NOUN' || tag === 'PROPN' || tag === 'PRON' || tag === 'NUM');
  return verb > 0 && !subject && !/^(?:never|always|don't|just|please|if|when)$/.test(head.lower);
}

const isQuestion = (text: string): boolean =>
  /[?？؟¿]/u.test(text) ||
  /^(?:please )?(?:bring|tell|give|show|walk|take|help|remind|let|teach) (?:me|us)\b/i.test(text) ||
  (/^(?:what|which|who|where|how) (?:are|is|do|does|did|can|will|would|should|could|was|were|have|has) /i.test(text) &&
    !text.includes(',')) ||
  /^(?:what do you|how do you|do you|can you|could you|would you|are you|did you|have you)\b/i.test(text);

/** Fewer words that carry a subject say too little. */
const LEAST_SAID = 3;

const saysTooLittle = (text: string): boolean => new Set(stemsIn(text)).size < LEAST_SAID;

/** Several sentences are worth as much as the weakest. */
const worthOfAll = (text: string): number =>
  text
    .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
    .reduce((least, sentence) => Math.min(least, scoreSentence(sentence)), Infinity);

const isSponsored = (text: string): boolean =>
  /\b(?:sponsor\w*|brought to you by|promo(?:tional)? code|discount|coupon|check (?:it |them |us |him |her |this )?out|sign up (?:at|for|now|today)|head (?:over )?to|dot com|\w+\.(?:com|org|io|net)\b|subscribe|patreon|link (?:in|below)|show notes|free trial|follow (?:me|us|him|her)|leave (?:us )?a review|five[- ]star|donat\w+|visit (?:our|us)|available (?:now )?(?:at|on) (?:amazon|our))\b/i.test(
    text,
  );

const FORMS_OF_ADDRESS =
  /\b(?:mr\.?|madam|mister) ?(?:speaker|chair(?:man|woman)?|president)\b|\b(?:ladies and gentlemen|you guys|guys|folks|everyone|everybody|dear \w+|my friends?|buddy|dude|man),|,\s(?:guys|folks|everyone|everybody|man|dude|sir|ma'am|buddy|mate)[.!]?$/i;

/** 'Northfield, you posted', and no 'Usually, you post'. */
const CALLED =
  /^(?!\p{Lu}\p{Ll}*(?:ly|times|ever|day|wards?)\b|(?:Now|Here|Often|Then|Still|Instead|Once|Again|First|Next|Plus|Yes|No)\b)\p{Lu}\p{Ll}+, you\b/u;

/** Speaks to somebody by name or as a group. */
function addressesSomebody(text: string, speakers: ReadonlySet<string>): boolean {
  if (FORMS_OF_ADDRESS.test(text) || CALLED.test(text)) return true;
  const named = [/^(\p{Lu}[\p{L}'’-]+),/u, /,\s(\p{Lu}[\p{L}'’-]+)[.!]?$/u, /,\s(\p{Lu}[\p{L}'’-]+),/u];
  return named.some((place) => {
    const name = place.exec(text)?.[1]?.toLowerCase();
    return name !== undefined && (GIVEN_NAMES.has(name) || speakers.has(lexemeOf(name).stem));
  });
}

/**
 * Begins a sentence and begins it again: 'we have, we had', 'the, uh, reason'; 'it is not late, it is early' is a
 * contrast.
 */
const isBegunAgain = (text: string): boolean =>
  /^(?![^,]*(?:\bnot\b|n't))[^,]{3,60}, (?:it|they|he|she|that|this)(?:'s|'re|'ll)? (?:is|are|was|\p{L}+s|\p{L}*ly|very|not|just|like|the|a)\b/iu.test(
    text,
  ) ||
  /\b(i|we|you|they|it|there|he|she)(?:'\w+)?,? \1\b/i.test(text) ||
  /--|(?:—|–)\s*$|\p{L}-\s|\b(?:sorry|i meant|or rather|scratch that|let me rephrase|excuse me|no,? no)\b/iu.test(
    text,
  ) ||
  /\b(?:a|an|the|to|of|in|for|with|is|was|are|my|our|your)[,.] |,\s*(?:so|and|but),\s/i.test(text) ||
  /^[^,]{2,40}, (?:just (?:a|an|the)|so)\b|\b(?:is|was)\b[^,;:.]{2,60}\b(?:is|was)\b[^,;:.]{0,30}\b(?:is|was)\b/i.test(
    text,
  ) ||
  /\b(?:is|are|was|were) or\b|\bor well\b|\b(?:we|i|they|he|she) (?:the|a|an)\b|\band because\b|\bthe reason\b.{0,40} is because\b/i.test(
    text,
  ) ||
  /\b(?:does|do|did|is|was) (?:is|was)\b|\b(?:yeah|yep|okay|nope)\b|, (?:right|well|anyway),/i.test(text) ||
  /\b(the|a|an|of|to|in|for|is|are|was|and|this|my|our|your) \1\b/i.test(text);

/** A space that is missing: 'In1968', '200employees'. */
const GLUED = /(?<![\p{L}\p{N}-])\p{Lu}?\p{Ll}+\d{4}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\d[\d,.]{0,20}\p{Ll}{4,}/u;

/** A full stop that ends nothing, or one that is missing: 'to make. our tools', 'single Well you have'. */
const SENTENCE_IN_SENTENCE =
  /\p{L}{2}[.!?] \p{Ll}|\p{L} (?:Well|So|And|But|You|We|They|If|This|That|It|He|She|What|When|Then|Because|Yeah|Yes)\b/u;

/** Slips that leave a sentence without its grammar: 'everything is you say', 'does not have to nee does not need'. */
const SLIPS =
  /\b(?:it's|i'm|we're|you're|they're|there's|that's) \S+ (?:it's|i'm|we're|you're|they're|there's|that's)\b|(?<!\b(?:what|how|so|nor|neither|where|who|why|when|as|than|only) .{0,20})\b(?:is|are|was|were) (?:i|you|we|they|he|she)\b|\b(doesn't|don't|didn't|can't|isn't|won't|wasn't|have to|has to|need to|going to|want to)\b.{0,14}\b\1\b/iu;

const isVague = (text: string): boolean =>
  /\b(?:i guess|i don't know|not (?:really |quite |entirely )?sure|no idea|something like that|or something|or whatever|and whatnot|and stuff|stuff like that|things like that|sort of|kind of|kinda|i can't remember|i forget|if i remember|if i recall|i believe it(?:'s| was)|i suppose|so on and so forth|et cetera|etcetera|blah|and so on|i'm trying to|basically|you know|i mean|and so forth|or so|(?:is|was|are|were|be|it's|they're|i'm|just) like|(?:have|has|had|get|got|do) like (?:a|an|the)|like\b.*\blike|let's say|i'd say|you'd say|say,|pretty cool|which is (?:pretty |really |super )?(?:cool|nice|great|awesome)|like to|more or less|somehow|something or other|or maybe|or not\.|some (?:kind|sort) of|a couple of|probably|maybe|i assume|obviously|literally|number (?:one|two|three) is|like (?:a lot|literally)|at least not|as a reminder|my (?:only )?(?:understanding|worry|guess|point|sense|impression|feeling|question|hope) is|the way how|the other (?!hand|side)\p{Ll}+ (?:is|are|was))\b/iu.test(
    text,
  );
