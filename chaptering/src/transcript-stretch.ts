import type { Sentence, Transcript } from './transcript.ts';
import type { SentenceRange } from './writing/recording-words.ts';

/** The sentences that begin within a stretch of seconds. */
export function sentencesOf({ sentences }: Transcript, { start, end }: { start: number; end: number }): SentenceRange {
  const within = (sentence: Sentence): boolean => sentence.start >= start - 0.05 && sentence.start < end - 0.05;
  const from = Math.max(0, sentences.findIndex(within));
  return [from, Math.max(from, sentences.findLastIndex(within) + 1)];
}
