import type { Sentence } from '../transcript.ts';

/** Where a chapter stands, and whether people greet each other, ask or take leave in it. */
export type ChapterPosition = 'first' | 'inner' | 'last' | 'only' | 'greeting' | 'questions' | 'farewell';

const GREETING =
  /\b(?:welcome|hello|hi|good (?:morning|afternoon|evening)|my name is|thanks? (?:you )?for (?:having|joining|coming)|introduc\w+|live from|(?:meeting|committee|session) to order)\b/i;
const FAREWELL = /\b(?:thanks?|thank you|bye|see you|cheers|have a (?:great|good|nice))\b/i;
/** Openings of a last part that only closes, and of a part with audience questions. */
const CLOSING =
  /\b(?:(?:final|closing|parting|last) (?:thoughts?|remarks?|words)|(?:to|let me|let's) (?:wrap (?:this |it |things )?up|conclude|sum up)|in conclusion)\b/i;
const QUESTIONS =
  /\b(?:questions? (?:from|in) (?:the |our )?(?:audience|room|crowd|chat|floor|listeners|viewers)|open (?:it |this |that )?up (?:to|for) (?:\w+ )?questions|for your questions|who has (?:a |any )?questions?|Q ?(?:&|and|n) ?A (?:session|time|part|round|section))\b/i;
/** Sentences at the beginning and at the end of a chapter that are asked for these. */
const ASKED = { greeting: 10, opening: 3, ending: 6 };
/**
 * Limits for greetings and farewells, in seconds; `share` allows longer greetings in long recordings. Below `brief` a
 * first chapter counts as introduction: people agreed in 136 of 145.
 */
const LONGEST = { greeting: 300, longGreeting: 450, farewell: 90, closing: 600, brief: 180, share: 0.1 };
/** Share of the recording after which a call for questions is for those of the audience. */
const QUESTIONS_AFTER = 0.5;

export function detectChapterPosition(
  sentences: readonly Sentence[],
  n: number,
  last: number,
  duration: number,
): ChapterPosition {
  if (last === 0) return 'only';
  const { start } = sentences[0]!;
  const length = sentences.at(-1)!.end - start;
  const opensWith = (cue: RegExp, count = ASKED.opening): boolean =>
    sentences.slice(0, count).some(({ text }) => cue.test(text));
  if (n === 0) {
    const isSmall = length < LONGEST.share * duration;
    const mayGreet = length < (isSmall ? LONGEST.longGreeting : LONGEST.greeting);
    const isGreeting = (isSmall && length < LONGEST.brief) || (mayGreet && opensWith(GREETING, ASKED.greeting));
    return isGreeting ? 'greeting' : 'first';
  }
  if (start > QUESTIONS_AFTER * duration && opensWith(QUESTIONS)) return 'questions';
  if (n < last) return 'inner';
  const takesLeave = sentences.slice(-ASKED.ending).some(({ text }) => FAREWELL.test(text));
  return (length < LONGEST.farewell && takesLeave) || (length < LONGEST.closing && opensWith(CLOSING))
    ? 'farewell'
    : 'last';
}
