import type { CaptionFile } from './caption-file.ts';
import { lenientSeconds, time } from './line-times.ts';
import { eachLine, type CueHead, readTimedBlocks } from './timed-blocks.ts';
import { spreadLines } from './spread.ts';

const bare = new RegExp(String.raw`^(?:#{1,4}\s)?\s{0,3}(${time})\s{0,9}$`);

/** A line that is a time and nothing else. */
export const clockHead = (line: string): CueHead => {
  const start = lenientSeconds(bare.exec(line.slice(0, 60))?.[1]);
  return start === undefined ? undefined : { start };
};

/** The time in words that YouTube's page adds for screen readers: `1 minute, 5 seconds`. */
const spokenTime = /^\d{1,3} (?:hours?|minutes?|seconds?)(?:, \d{1,2} (?:minutes?|seconds?)){0,2}$/;

/**
 * Reads YouTube's copied transcript, with each time above its words, and Google Meet's, where turns share the time up
 * to the next time line.
 */
export function readClockLines(text: string): CaptionFile {
  const kept = [...eachLine(text)].filter((line) => !spokenTime.test(line.trim().slice(0, 60)));
  const { cues, broken } = readTimedBlocks(kept.join('\n'), clockHead, { isLoose: true });
  return { cues: cues.flatMap((cue, n) => spreadLines(cue, cues[n + 1]?.start)), broken };
}
