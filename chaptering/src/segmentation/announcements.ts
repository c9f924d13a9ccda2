import { wordsOf } from '../terms.ts';

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
