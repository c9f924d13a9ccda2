import { Problem } from '@lectern/contract/problem';
import type { CaptionFile } from './caption-file.ts';
import { plainSign } from './line-times.ts';
import { stripMarkup } from './plain-text.ts';
import { eachLine } from './timed-blocks.ts';
import { estimateSpeakingSeconds, spreadLines } from './spread.ts';

/** Words under which a text is a note and no transcript. */
const fewest = 40;
/** Characters: somebody who talks quickly for a whole day says fewer. */
const longest = 2_000_000;

/**
 * Reads a transcript without times, such as minutes or a script: one cue per paragraph at an ordinary pace, to be
 * stretched later. Undefined for non-text.
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
  const numbered = numbersIn(text);
  if (numbered === 'times' || endInTimes(text)) throw new Problem('captions_unreadable', { detail: unknownTimes });
  const body = stripMarkup(numbered === 'numbers' ? withoutNumbers(text) : text);
  return { cues: spreadLines({ start: 0, text: body }, estimateSpeakingSeconds(body)), broken: 0, untimed: true };
}

const unknownTimes =
  'This file has times in a form that could not be read. Please export it as SubRip (.srt) or WebVTT (.vtt), or as text without times.';

/**
 * Share of the lines that have numbers in the same places, of which some may go over several: of times, and of any
 * number.
 */
const alike = { times: 0.1, any: 0.4 };
/** Share of the numbers that must rise. */
const mostRise = 0.8;

const number = /\p{Nd}+(?:[.,:]\p{Nd}+)*/gu;

/**
 * Whether many lines begin with rising numbers of one shape, which makes them times or line numbers, not speech. The
 * words between may be names.
 */
function numbersIn(text: string): 'times' | 'numbers' | undefined {
  const begins = [...eachLine(text)].flatMap((line) => {
    const begin = line
      .slice(0, 200)
      .replace(/[^\0-\x7F]/g, plainSign)
      .trim()
      .split(/\s+/)
      .slice(0, 5)
      .join(' ')
      .slice(0, 80);
    return begin === '' ? [] : [{ begin, numbers: begin.match(number) ?? [], shape: shapeOf(begin) }];
  });
  const exact = Map.groupBy(begins, ({ shape }) => shape);
  const loose = Map.groupBy(begins, ({ shape }) => shape.replace(/[\p{L}\p{M}]+/gu, 'a'));
  for (const same of [...exact.values(), ...loose.values()]) {
    if (same.length < begins.length * alike.times) continue;
    const isMost = same.length >= begins.length * alike.any;
    const isExact = same === exact.get(same[0]!.shape);
    const count = Math.min(...same.slice(0, 500).map(({ numbers }) => numbers.length));
    if (same.length < 3 || count === 0) continue;
    const columns = Array.from({ length: count }, (_, n) => same.map(({ numbers }) => numbers[n]!));
    const counted = columns.filter((column) => share(column, follows) >= mostRise);
    const areNumbers = counted.length > 0;
    if (areNumbers && count === 1 && isMost && /^\P{L}?\p{Nd}/u.test(same[0]!.begin)) return 'numbers';
    const isTime = count > 1 || columns[0]!.filter((each) => /[.,:]/.test(each)).length * 2 > same.length;
    const hasOthers =
      count > 2 || columns.some((column) => column.filter((each) => each.includes(':')).length * 2 > column.length);
    const rises = columns.some(
      (column) =>
        !counted.includes(column) &&
        new Set(column).size > 2 &&
        share(column, (one, other) => valueOf(other) >= valueOf(one)) >= mostRise,
    );
    // Words that are the same in most lines, or numbers as exact as times: prose has neither.
    if ((!areNumbers || hasOthers) && rises && (isExact ? isTime || isMost : isTime && isMost)) return 'times';
  }
  return undefined;
}

/** A time in brackets, between signs or with its hours, as programs for interviews end a paragraph: `#00:01:02-3#`. */
const atEnd =
  /[[({<#]\s?\d{1,4}:\d{2}(?::\d{2})?(?:[.,-]\d{1,3})?\s?[\])}>#]\s{0,9}$|(?<=\s)\d{1,3}:\d{2}:\d{2}(?:[.,-]\d{1,3})?\s{0,9}$/;

function endInTimes(text: string): boolean {
  const lines = [...eachLine(text)].filter((line) => line.trim());
  const timed = lines.filter((line) => atEnd.test(line.slice(-40))).length;
  return timed > 2 && timed >= lines.length * alike.any;
}

/** The beginning of a line up to its last number, without what the numbers are. */
function shapeOf(begin: string): string {
  const shape = begin.toLowerCase().replace(number, '0');
  return shape.slice(0, shape.lastIndexOf('0') + 1);
}

/** How many neighbours are so, of all. */
const share = (column: readonly string[], fits: (one: string, other: string) => boolean): number =>
  column.filter((other, n) => n > 0 && fits(column[n - 1]!, other)).length / (column.length - 1);

const partsOf = (given: string): number[] => given.split(/[.,:]/).map(Number);
const valueOf = (given: string): number =>
  /^\d+[.,]\d+$/.test(given)
    ? Number(given.replace(',', '.'))
    : partsOf(given).reduce((sum, part) => sum * 1000 + part, 0);

/** Whether a number is the next of lines or of sections: `3` and `4`, `1.2` and `1.3` or `2.1`. */
function follows(one: string, other: string): boolean {
  if (one.includes(':') || other.includes(':')) return false;
  const [before, after] = [partsOf(one), partsOf(other)];
  const place = after.findIndex((part, n) => part !== before[n]);
  const rest = after.slice(place + 1);
  return place >= 0 && after[place] === (before[place] ?? 0) + 1 && rest.every((part) => part <= 1);
}

/** Takes away the numbers of the lines: those that are one more than the last one. */
function withoutNumbers(text: string): string {
  let last: string | undefined;
  return text.replace(/^(\P{L}?)(\p{Nd}+(?:\.\p{Nd}+)*)([.):\]]{0,2}\s{1,9})/gmu, (whole, _, given: string) => {
    if (last !== undefined && !follows(last, given)) return whole;
    last = given;
    return '';
  });
}
