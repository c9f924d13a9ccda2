import type { Transcript } from '../transcript.ts';
import { isAnnouncement } from './announcements.ts';

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
