import { memoize } from '../memoize.ts';
import type { Speech } from './speech.ts';

/** So many of the sentences. */
const SHARE = 0.08;

/** Whether people hesitate in so many of their sentences that most are broken off. */
export const isHalting = memoize(({ sentences }: Speech): boolean => {
  const halting = sentences.filter(({ text }) => /\b(?:um|uh|mm|hmm)\b/i.test(text)).length;
  return halting > SHARE * sentences.length;
});
