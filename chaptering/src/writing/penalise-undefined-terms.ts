import type { SpeechProfile } from './speech.ts';
import { countUndefinedReferences } from './score-sentence.ts';

/**
 * How much a claim counts for each thing it speaks of as known and nobody has named, and where it is what the claim is
 * about.
 */
const UNNAMED = { each: 0.85, subject: 0.6 };
/** 'The oven would crack': if what? */
const WITHOUT_ITS_CONDITION = 0.7;

/** 'Another oven is better', 'the real limit is': beside which, or of what? */
const BESIDE = {
  sign: /^(?:an ?other \p{L}+ (?!of\b|for\b|that\b)|the (?:other|real|actual|relevant|latter|former|previous) \p{L}+ (?:is|was|would)\b)/iu,
  times: 0.7,
};

/**
 * Rates how well a claim is understood alone: 'The attack is expensive' needs context, unless the heading names the
 * attack.
 */
export function selfContainedScore(text: string, speech: SpeechProfile, heading: string): number {
  const tokens = speech.tokenise(text);
  const unnamed = countUndefinedReferences(tokens, speech, heading);
  const end = tokens.findIndex(({ tag }, at) => at > 0 && (tag === 'VERB' || tag === 'AUX'));
  const isSubject = unnamed > 0 && end > 0 && countUndefinedReferences(tokens.slice(0, end), speech, heading) > 0;
  const isHanging =
    /^(?:(?!\b(?:that|which|who|what|how)\b).)*\b(?:would|could)\b/i.test(text) &&
    !/\b(?:if|unless|without|otherwise|even|with|where|instead)\b/i.test(text);
  const times = BESIDE.sign.test(text) ? BESIDE.times : 1;
  return times * UNNAMED.each ** unnamed * (isSubject ? UNNAMED.subject : 1) * (isHanging ? WITHOUT_ITS_CONDITION : 1);
}
