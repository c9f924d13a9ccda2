import type { CaptionFile } from './caption-file.ts';
import { srtHead } from './line-formats.ts';
import { readTimedBlocks } from './timed-blocks.ts';

const frameTime = /(\d{1,2}:\d{2}:\d{2})[:;](\d{2})(?=\s{0,3}-->|\s{0,9}$)/g;
const rates = [24, 25, 30, 50, 60];

/** Whether a line has the times of editing programs: `00:00:05:12 --> 00:00:08:00`. */
export const hasFrameTimes = (line: string): boolean =>
  /^\s{0,3}\d{1,2}:\d{2}:\d{2}[:;]\d{2}\s{0,3}-->/.test(line.slice(0, 40));

/** SubRip with frames for milliseconds. Nothing tells their rate: it is the lowest usual one that has them all. */
export function readSrtFrames(text: string): CaptionFile {
  const timing = /^.{0,30}-->.{0,60}$/gm;
  let most = 0;
  for (const [line] of text.matchAll(timing))
    for (const [, , frame] of line.matchAll(frameTime)) most = Math.max(most, Number(frame));
  const rate = rates.find((each) => each > most) ?? 100;
  const fraction = (frame: string): string => (Number(frame) / rate).toFixed(3).slice(1);
  const timed = text.replace(timing, (line) =>
    line.replace(frameTime, (_, clock: string, frame: string) => clock + fraction(frame)),
  );
  return readTimedBlocks(timed, srtHead);
}
