import { Problem } from '@lectern/contract/problem';
import type { CaptionFile } from './caption-file.ts';
import { stripMarkup } from './plain-text.ts';
import { eachLine } from './timed-blocks.ts';
import { secondsOf, spreadLines } from './spread.ts';

/** Words under which a text is a note and no transcript. */
const fewest = 40;
/** Characters: somebody who talks quickly for a whole day says fewer. */
const longest = 2_000_000;

/**
 * The words of a transcript that has no times, such as minutes or a script; undefined for what is no text. One cue a
 * paragraph, at the times of an ordinary pace: whoever knows the recording stretches them.
 */
export function readUntimed(text: string): CaptionFile | undefined {
  if (text.length > longest || /^\s{0,99}(?:[<{]|\[\s{0,99}[{"])/.test(text) || text.includes('-->')) return undefined;
  // Documents and pictures are full of what no text has.
  const head = text.slice(0, 20_000);
  if ((head.match(/(?![\n\t\f])\p{Cc}|\uFFFD/gu)?.length ?? 0) > head.length / 1000) return undefined;
  const words = head.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const unspaced = head.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  if ((words.length < fewest && unspaced < fewest * 2) || letters < head.replace(/\s/g, '').length / 2)
    return undefined;
  const numbered = beginsAlike(text);
  if (numbered === 'times') throw new Problem('captions_unreadable', { detail: unknownTimes });
  const body = stripMarkup(numbered === 'numbers' ? text.replace(/^\s{0,99}\d{1,6}[.):]?\s{1,9}/gm, '') : text);
  return { cues: spreadLines({ start: 0, text: body }, secondsOf(body)), broken: 0, untimed: true };
}

const unknownTimes =
  'This file has times in a form that could not be read. Please export it as SubRip (.srt) or WebVTT (.vtt), or as text without times.';

/** Share of the lines: some of them may go over several. */
const alike = 0.4;

/**
 * Whether so many lines begin with numbers of one shape that they must be times, or the numbers of the lines, which nobody has
 * spoken. Numbers that rise by one are the latter.
 */
function beginsAlike(text: string): 'times' | 'numbers' | undefined {
  const lines = [...eachLine(text)].map((line) => line.slice(0, 60)).filter((line) => /\S/.test(line));
  const begins = lines.map((line) => /^[^\p{L}]*?\p{Nd}[^\p{L}]*/u.exec(line)?.[0] ?? '');
  const shapes = Map.groupBy(begins.filter(Boolean), (begin) =>
    begin.replace(/\p{Nd}+(?:[.,]\p{Nd}+)?/gu, '0').replace(/\s+/g, ' '),
  );
  for (const [shape, same] of shapes) {
    const count = shape.split('0').length - 1;
    if (same.length < 3 || same.length < lines.length * (count > 1 ? alike : 0.5)) continue;
    const numbers = same.map((begin) => Number(/\d+/.exec(begin)?.[0]));
    const rising = numbers.filter((number, n) => n > 0 && number === numbers[n - 1]! + 1).length;
    return count === 1 && rising >= (same.length - 1) * 0.8 ? 'numbers' : 'times';
  }
  return undefined;
}
