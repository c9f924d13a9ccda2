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

/** What YouTube's page says for the blind beside each time: `1 minute, 5 seconds`. */
const spokenTime = /^\d{1,3} (?:hours?|minutes?|seconds?)(?:, \d{1,2} (?:minutes?|seconds?)){0,2}$/;

/**
 * YouTube's copied transcript, each time in a line above its words; and Google Meet's, with a time every few minutes
 * and the turns between: they get their share of the time up to the next one.
 */
export function readClockLines(text: string): CaptionFile {
  const kept = [...eachLine(text)].filter((line) => !spokenTime.test(line.trim().slice(0, 60)));
  const { cues, broken } = readTimedBlocks(kept.join('\n'), clockHead, { isLoose: true });
  return { cues: cues.flatMap((cue, n) => spreadLines(cue, cues[n + 1]?.start)), broken };
}
