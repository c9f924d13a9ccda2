import { type CaptionFile, type FileCue, maxCues } from './caption-file.ts';
import { stripMarkup } from './plain-text.ts';
import { type CueHead, eachLine } from './timed-blocks.ts';

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
