import { wordsOf } from '../terms.ts';
import type { Transcript } from '../transcript.ts';

/**
 * Words that say outright that something else begins: "let us move on to", "moving on", "next up", "our next speaker".
 */
const ANNOUNCEMENTS: readonly RegExp[] = [
  /^(?:\S+ ){0,6}(?:let us|shall we|(?:we|i) (?:can|should|will|could|want to|would like to)|going to|time to|ready to) (?:now |just |then |quickly |go ahead and |all )*(?:move (?:on|along|forward|over|to)|go on to|turn to|switch (?:to|over)|proceed (?:to|with)|continue with|jump (?:in|to|over|ahead)|dive (?:in|into))\b/,
  /^(?:\S+ ){0,3}(?:moving|jumping|turning|switching) (?:right |straight |quickly |now )?(?:on|along|over|to)\b/,
  /^(?:\S+ ){0,4}(?:next up|up next|(?:our|the) next (?:topic|item|question|section|part|segment|chapter|speaker|guest|presentation|presenter|subject))\b/,
  /^(?:\S+ ){0,3}(?:that|this|which) (?:brings|takes|leads) (?:us|me) to\b/,
];

const CONTRACTIONS: ReadonlyMap<string, string> = new Map([
  ["let's", 'let us'],
  ['lets', 'let us'],
  ["we'll", 'we will'],
  ["i'll", 'i will'],
  ["i'd", 'i would'],
  ["we'd", 'we would'],
  ['gonna', 'going to'],
  ['wanna', 'want to'],
  ['onto', 'on to'],
]);

/** How far into a sentence an announcement may stand, words. */
const OPENING = 20;

/** Whether a sentence announces a new part of the talk. English. */
export function isAnnouncement(text: string): boolean {
  const opening = wordsOf(text)
    .slice(0, OPENING)
    .map((word) => word.toLowerCase().replaceAll('’', "'"))
    .map((word) => CONTRACTIONS.get(word) ?? word)
    .join(' ');
  return ANNOUNCEMENTS.some((pattern) => pattern.test(opening));
}

/**
 * A slide change this near to the beginning of a sentence speaks for it, seconds; presenters click a little before or
 * after.
 */
const NEAR_SLIDE = 4;
/**
 * Assumed share of chapters that begin with a new slide, and after a long silence (on the talks more of it did harm).
 */
const CHAPTERS_WITH = { slide: 0.6, silence: 0.18 };
/**
 * Log odds that a plain announcement of a new part adds to the scorer, which has learned only its own shows' wording.
 */
const ANNOUNCED = 1;
/** A silence is long from one second on, and half as long again as nine in ten of the recording's. */
const LONG_SILENCE = 1;

/**
 * Adds log odds for slide changes, silences and announcements. The rarer slide changes are in a recording, the more
 * one counts (Bayes); missing signals add nothing.
 */
export function evidenceOdds({ sentences, duration }: Transcript, slides: readonly number[]): Float64Array {
  const odds = new Float64Array(sentences.length);
  const times = slides.filter((time) => time > 0 && time < duration).toSorted((a, b) => a - b);
  let next = 0;
  const near = sentences.map(({ start }) => {
    while (next < times.length && times[next]! < start - NEAR_SLIDE) next++;
    return next < times.length && times[next]! <= start + NEAR_SLIDE;
  });
  addEvidence(odds, near, CHAPTERS_WITH.slide);
  const silences = sentences.map(({ pause }) => pause).toSorted((a, b) => a - b);
  const usual = silences[Math.floor(silences.length * 0.9)] ?? 0;
  const long = Math.max(LONG_SILENCE, 1.5 * usual);
  addEvidence(
    odds,
    sentences.map(({ pause }) => pause > long),
    CHAPTERS_WITH.silence,
  );
  sentences.forEach(({ text }, i) => {
    if (isAnnouncement(text)) odds[i]! += ANNOUNCED;
  });
  return odds;
}

function addEvidence(odds: Float64Array, present: readonly boolean[], given: number): void {
  const share = present.reduce((n, yes) => n + (yes ? 1 : 0), 0) / Math.max(1, present.length);
  if (share === 0 || share >= given) return;
  present.forEach((yes, i) => {
    odds[i]! += yes ? Math.log(given / share) : Math.log((1 - given) / (1 - share));
  });
}
