import type { CaptionFile } from './caption-file.ts';
import { lenientSeconds } from './line-times.ts';
import { type CueHead, readTimedBlocks } from './timed-blocks.ts';

/** SubRip, and what `withPlainTimes` makes of other pairs; also without an end, and with anything after the times. */
export const srtHead = (line: string): CueHead => {
  const arrow = line.indexOf('-->');
  if (arrow < 0) return undefined;
  const start = lenientSeconds(/(?:^|\s|^\[)([\d:.,]{3,20})$/.exec(line.slice(0, arrow).slice(-40).trimEnd())?.[1]);
  const after = /^([\d:.,]{3,20})(?:\] (.*))?/.exec(line.slice(arrow + 3).trimStart());
  if (start === undefined) return 'broken';
  return { start, end: lenientSeconds(after?.[1]), ...(after?.[2] ? { words: after[2] } : {}) };
};

/** YouTube's SubViewer: `0:00:01.500,0:00:04.420`. */
export const sbvHead = (line: string): CueHead => {
  const match = /^(\d{1,2}:\d{2}:\d{2}\.\d{1,3}),(\d{1,2}:\d{2}:\d{2}\.\d{1,3})\s{0,9}$/.exec(line);
  const start = lenientSeconds(match?.[1]);
  return start === undefined ? undefined : { start, end: lenientSeconds(match?.[2]) };
};

/** Zoom's saved captions: `[Sarah Miller] 00:00:05`. */
export const zoomHead = (line: string): CueHead => {
  const match = /^\[([^\]]{1,100})\]\s{1,9}(\d{1,2}:\d{2}:\d{2})\s{0,9}$/.exec(line);
  const start = lenientSeconds(match?.[2]);
  return start === undefined ? undefined : { start, speaker: match?.[1] };
};

/** Zoom writes the time of the meeting or, in older versions, of the day: the latter is counted from the first cue. */
export function readZoomCaptions(text: string): CaptionFile {
  const file = readTimedBlocks(text, zoomHead);
  const first = file.cues[0]?.start ?? 0;
  if (first < 3600) return file;
  const day = 24 * 3600;
  const cues = file.cues.map((cue) => ({ ...cue, start: (cue.start - first + day) % day }));
  return { ...file, cues };
}
