import { minute, second } from '@lectern/contract/rules/durations';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { roundSeconds } from '../recordings.ts';

/** Seconds of a transcript in one answer. */
export const longestPart = (30 * minute) / second;

/** Characters after which a passage ends with its line. */
const usualLength = 400;

type Said = { text: string; speaker: string | null; start: number; end: number };

/**
 * Cuts out the words between two seconds, verbatim: lines of one speaker that follow each other, some hundred characters
 * at a time. `nextFrom`: where there is more.
 */
export function passagesBetween(
  cues: readonly Cue[],
  { from, to = Infinity }: { from: number; to?: number | undefined },
): { passages: Said[]; nextFrom: number | null } {
  const until = Math.min(to, from + longestPart);
  const passages: Said[] = [];
  for (const { start, end, text, speaker = null } of cues) {
    if (end <= from || start >= until) continue;
    const last = passages.at(-1);
    if (last && last.speaker === speaker && last.text.length < usualLength) {
      last.text += ` ${text}`;
      last.end = roundSeconds(end);
    } else passages.push({ text, speaker, start: roundSeconds(start), end: roundSeconds(end) });
  }
  const next = until < to ? cues.find(({ start }) => start >= until) : undefined;
  return { passages, nextFrom: next ? roundSeconds(next.start) : null };
}
