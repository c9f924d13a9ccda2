import { type CaptionFile, type FileCue, maxCues } from './caption-file.ts';
import { lenientSeconds } from './line-times.ts';
import { type CueHead, readTimedBlocks, eachLine } from './timed-blocks.ts';
import { stripMarkup } from './plain-text.ts';

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

const marked = /^\s{0,9}([{[])(\d{1,9})[}\]]\s?[{[](\d{0,9})[}\]](.*)$/;
/** Frames a second, where the file says nothing. */
const usualRate = 25;

/**
 * Whether a line is one of MicroDVD, `{25}{100}Words`, in frames, or of MPL2, `[10][40]Words`, in tenths of seconds.
 */
export const markedHead = (line: string): CueHead => {
  const [, mark, from] = marked.exec(line.slice(0, 60)) ?? [];
  return from === undefined ? undefined : { start: Number(from) / (mark === '{' ? usualRate : 10) };
};

/**
 * Their lines: a bar parts two rows, a slash makes one slanted, and MicroDVD's first may tell the frames of a second.
 */
export function readMarkedLines(text: string): CaptionFile {
  const cues: FileCue[] = [];
  let broken = 0;
  let rate = usualRate;
  for (const line of eachLine(text)) {
    const match = marked.exec(line);
    if (!match) {
      if (line.trim()) broken += 1;
      continue;
    }
    const [, mark, from, to, said = ''] = match;
    const told = /^\s{0,9}(\d{2,3}(?:[.,]\d{1,6})?)(?:\s|$)/.exec(said)?.[1];
    if (cues.length === 0 && Number(from) <= 1 && told) {
      rate = Number(told.replace(',', '.'));
      continue;
    }
    const unit = mark === '{' ? rate : 10;
    const words = said
      .replace(/\{[a-z]:[^{}]{0,200}\}/gi, '')
      .split('|')
      .map((row) => row.replace(/^\s{0,9}\//, ''))
      .join('\n');
    if (cues.length >= maxCues) broken += 1;
    else cues.push({ start: Number(from) / unit, text: stripMarkup(words), ...(to ? { end: Number(to) / unit } : {}) });
  }
  return { cues, broken };
}
