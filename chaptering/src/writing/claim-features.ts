import type { SpeechProfile } from './speech.ts';
import { countUndefinedReferences } from './score-sentence.ts';
import { stemsIn } from '../terms.ts';
import type { WordToken } from './word-profile.ts';
import coefficients from './claim-coefficients.json' with { type: 'json' };
import { memoize } from '../memoize.ts';

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

/** Features by which readers recognise a claim worth telling. */
export type ClaimFeatures = Readonly<Record<keyof typeof SIGNS | keyof ReturnType<typeof counted>, number>>;

/** Signs in the words themselves. */
const SIGNS = {
  isGiven:
    /^(?:An? |The )?(?:[\p{L}\d'’+#./-]+ ){1,4}(?:is|are) (?:(?:basically|essentially|just|really) )?(?:an? |one of |the (?!only|problem|same|case))/u,
  aims: /\b(?:goal|idea|purpose|point|aim|motivation|intention|principle|insight)s? (?:of|with|behind|for|is|was|in)\b/iu,
  weighs:
    /\b(?:problem|challenge|issue|downside|drawback|trade-?offs?|advantage|disadvantage|benefit|risk|reason|difference|concern)s?\b/iu,
  reasons: /\b(?:because|since|so that|in order to|therefore|which means|means that|that['’]s why|due to)\b/iu,
  enables:
    /\b(?:allow|enable|let|help|prevent|protect|improve|reduce|increase|cause|ensure|avoid|provide|require|guarantee)(?:s|d|ed)?\b/iu,
  compares:
    /\b(?:more|less|better|worse|faster|slower|higher|lower|bigger|smaller|easier|harder|cheaper|safer|rather|\p{Ll}{3,}er) (?:\p{L}+ ){0,3}than\b|\bthe (?:most|\p{Ll}{3,}est)\b|\binstead of\b/iu,
  contrasts: /\b(?:but|although|though|whereas|while|even though|not only|however)\b/iu,
  demands: /\b(?:should|must|needs? to|ha(?:s|ve) to|important|crucial|essential)\b/iu,
  ifFirst: /^(?:if|when|once|unless|without)\b/iu,
  imagines: /\b(?:would|could|might|may)\b/iu,
  perfect: /\b(?:has|have|['’]ve) (?:\p{Ll}+ )?(?:been|\p{Ll}+ed|become|seen|made|got)\b/iu,
  bigFigure:
    /\b\d[\d,.]*(?:%| percent| million| billion| thousand)|\b(?:half|twice|million|billion|percent|19\d\d|20\d\d)\b|\b\d{3,}\b/iu,
  smallFigure: /(?<![\p{L}\d-])\d{1,2}(?![\d%-]| (?:percent|million|billion|years?))/u,
  youFirst: /^(?:you|your)\b/iu,
  we: /\b(?:we|our|us)\b/iu,
  weFirst: /^(?:we|our)\b/iu,
  it: /\b(?:it|its)\b/iu,
  people: /\b(?:people|everybody|everyone|somebody|someone|nobody|anyone|anybody|folks)\b/iu,
  peopleFirst: /^(?:people|everybody|everyone|nobody|anyone|some|all|every|another|other|most)\b/iu,
  theFirst: /^the\b/iu,
  vague:
    /\b(?:things?|something|anything|everything|stuff|lots?|bit|kind|sort|way|ways|certain|some|particular|different|specific|whole|case|cases|point|example)\b/iu,
  loose: /\b(?:basically|actually|really|just|pretty|very|quite|like|simply|exactly|super|definitely|obviously)\b/iu,
  ofTheMoment:
    /\b(?:now|currently|already|still|recently|today|last|next|yet|ago|soon|so far|at the moment|previous|first|second)\b/iu,
  clauses: /, (?:and|but|so|or|which|because|where|who|then)\b/iu,
  broken: /, (?:you|it|they|we|that|then|the|there|in|to|of|like)\b|\b(\p{L}{4,})\b.{1,40}\b\1\b.{1,40}\b\1\b/iu,
  endsLow:
    /\b(?:it|them|that|this|one|ones|all|do|be|is|are|there|to|in|of|with|for|on|up|out|off|about|way|thing|things)\.$/iu,
} as const;

const VERB = /^(?:VERB|AUX)$/;
/** A word said in so many of the passages is of what the recording is about. */
const THROUGHOUT = 0.2;

/** Counts the words a claim shares with the recording and with its heading. */
function counted(text: string, tokens: readonly WordToken[], speech: SpeechProfile, heading: string) {
  const headed = new Set(stemsIn(heading));
  const carrying = tokens.filter(({ stop }) => !stop);
  const stems = [...new Set(carrying.map(({ stem }) => stem))];
  const verb = tokens.findIndex(({ tag }, at) => at > 0 && VERB.test(tag ?? ''));
  const subject = verb < 0 ? [] : tokens.slice(0, verb);
  const ofSubject = subject.filter(({ stop }) => !stop).map(({ stem }) => stem);
  const words = tokens.length;
  return {
    bias: 1,
    length: Math.log(Math.max(6, words) / 18),
    isShort: words < 11 ? 1 : 0,
    things: Math.min(8, stems.length) / 8,
    density: stems.length / Math.max(1, words),
    letters: carrying.reduce((sum, { lower }) => sum + lower.length, 0) / Math.max(1, carrying.length) / 8,
    names: Math.min(4, carrying.filter(({ word, lower }, at) => at > 0 && word !== lower).length) / 4,
    headed: Math.min(2, stems.filter((stem) => headed.has(stem)).length) / 2,
    known: Math.min(3, stems.filter((stem) => (speech.spread.get(stem) ?? 0) >= THROUGHOUT).length) / 3,
    subjectHeaded: ofSubject.some((stem) => headed.has(stem)) ? 1 : 0,
    subjectEmpty: ofSubject.length === 0 ? 1 : 0,
    subjectIsName: subject.some(({ word, lower, tag }, at) => tag === 'PROPN' || (at > 0 && word !== lower)) ? 1 : 0,
    subjectLong: Math.min(8, subject.length) / 8,
    unnamed: Math.min(2, countUndefinedReferences(tokens, speech, heading)),
    subjectUnnamed: countUndefinedReferences(subject, speech, heading) > 0 ? 1 : 0,
    alone: Math.log(selfContainedScore(text, speech, heading)),
    numbered: /#\d/.test(heading) ? 1 : 0,
  };
}

export function claimFeatures(text: string, speech: SpeechProfile, heading: string): ClaimFeatures {
  const signs = Object.fromEntries(Object.entries(SIGNS).map(([name, sign]) => [name, sign.test(text) ? 1 : 0]));
  return { ...signs, ...counted(text, speech.tokenise(text), speech, heading) } as ClaimFeatures;
}

/** How much each feature speaks for a claim. */
export type ClaimWeights = Readonly<Record<keyof ClaimFeatures, number>>;

/** Learned from graded claims by `train/train-claims.ts`. */
const trainedWeights: ClaimWeights = coefficients.weights;

/** Cached grades per recording, because chapters, summary and description grade the same claims. */
const graded = memoize((_: SpeechProfile) => new Map<string, number>());

/**
 * The grade a reader would give a claim under its heading: some 0 for one that tells nothing, 2 for one worth telling.
 */
export function gradeClaim(text: string, speech: SpeechProfile, heading: string): number {
  const known = graded(speech);
  const key = `${heading}\n${text}`;
  const grade = known.get(key) ?? sumWeightedFeatures(claimFeatures(text, speech, heading), trainedWeights);
  known.set(key, grade);
  return grade;
}

export const sumWeightedFeatures = (features: ClaimFeatures, weights: ClaimWeights): number =>
  Object.entries(features).reduce((sum, [name, value]) => sum + weights[name as keyof ClaimFeatures] * value, 0);
