import { type CaptionFile, type FileCue, maxCues } from './caption-file.ts';
import { parseNumberLine } from './line-times.ts';
import { stripMarkup } from './plain-text.ts';
import { findRisingTimes } from './timeline.ts';

/** The result for a line: a cue's head with the words in that line, a broken head, or undefined for text. */
export type CueHead = { start: number; end?: number; speaker?: string; words?: string } | 'broken' | undefined;

/** As Teams names its cues. */
const identifier = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\/\d{1,5}-\d{1,5})?$/i;

/**
 * The lines under a head. `last` is the place of the last one that is not empty, and `number` what it is if no more.
 */
type Block = { head: CueHead; lines: string[]; last: number; number: number | undefined };

/**
 * Reads files where a time line begins each cue, which lasts until the next one. Drops cue numbers. In a `loose`
 * format only rising times are heads.
 */
export function readTimedBlocks(
  text: string,
  parseHead: (line: string) => CueHead,
  { isLoose = false, isNumbered = true }: { isLoose?: boolean; isNumbered?: boolean } = {},
): CaptionFile {
  const rising = isLoose ? findRisingTimes(startsIn(text, parseHead)) : undefined;
  let heads = -1;
  const blocks: Block[] = [];
  let broken = 0;
  let head: CueHead;
  let lines: string[] = [];

  const finish = () => {
    const last = lines.at(-1) === '' ? lines.length - 2 : lines.length - 1;
    const line = lines[last];
    if (line !== undefined && identifier.test(line)) lines.splice(last);
    if (blocks.length <= maxCues)
      blocks.push({ head, lines, last, number: line === undefined ? undefined : parseNumberLine(line) });
    else if (head) broken += 1;
    lines = [];
  };

  for (const line of eachLine(text)) {
    const parsed = parseHead(line);
    const isSaid = rising && typeof parsed === 'object' && !rising.has((heads += 1));
    const next = isSaid ? undefined : parsed;
    if (next) {
      finish();
      head = next;
    } else if (line.trim() !== '' || lines.at(-1) !== '') lines.push(line.trimEnd());
  }
  finish();

  wordsBelow(blocks);
  if (isNumbered && !dropOwnNumbers(blocks)) {
    dropNumbersAbove(blocks);
    dropNumbersBelow(blocks);
  }
  const cues: FileCue[] = [];
  for (const { head: found, lines: said } of blocks)
    if (typeof found === 'object') {
      const { words = '', ...cue } = found;
      cues.push({ ...cue, text: stripMarkup([words, ...said].join('\n')) });
    } else if (found) broken += 1;
  return { cues, broken };
}

/**
 * Some write the times below the words: each time then has words right above it, and an empty line or nothing below.
 */
function wordsBelow(blocks: Block[]): void {
  const hasWords = ({ lines }: Block): boolean =>
    lines.some((line) => line !== '' && parseNumberLine(line) === undefined);
  const isAbove =
    blocks.length > 3 &&
    !hasWords(blocks.at(-1)!) &&
    blocks.slice(0, -1).every((block) => hasWords(block) && block.lines.at(-1) !== '') &&
    blocks.slice(1).every(({ lines, head }) => !lines[0] && !(typeof head === 'object' && head.words));
  if (!isAbove) return;
  const [first, ...others] = blocks.map(({ head }) => head);
  for (const [n, head] of [...others, first].entries()) blocks[n]!.head = head;
  blocks.unshift({ head: undefined, lines: [], last: 0, number: undefined });
}

/** Cues from which their own numbers below the words are known as such. */
const fewestOwn = 6;

/** Some programs write the number of a cue below its words: each is its place, and what is said above differs. */
function dropOwnNumbers(blocks: readonly Block[]): boolean {
  const own = blocks.slice(1);
  const said = new Set(own.map(({ lines, last }) => lines.slice(0, last).join(' ')));
  const areOwn =
    own.length >= fewestOwn &&
    said.size > own.length / 2 &&
    own.every(({ number, last }, n) => number === n + 1 && last > 0);
  if (areOwn) for (const { lines, last } of own) lines.splice(last);
  return areOwn;
}

function startsIn(text: string, parseHead: (line: string) => CueHead): number[] {
  const starts: number[] = [];
  for (const line of eachLine(text)) {
    const head = parseHead(line);
    if (typeof head === 'object') starts.push(head.start);
  }
  return starts;
}

/**
 * Drops cue numbers, which end up in the block before their head. They count as numbers if the first head has one or
 * most rise by one.
 */
function dropNumbersAbove(blocks: readonly Block[]): void {
  const above = blocks.slice(0, -1);
  const numbers = above.map(({ number }) => number);
  if (numbers[0] === undefined && !rise(numbers)) return;
  // In a countdown each number is all that is said.
  const alone = above.filter(({ lines, number }) => number !== undefined && lines.filter(Boolean).length === 1);
  if (numbers[0] === undefined && alone.length * 2 > above.length) return;
  let previous: number | undefined;
  for (const [n, { lines, last, number }] of above.entries()) {
    if (number === undefined) continue;
    const isNext = (previous !== undefined && number === previous + 1) || numbers[n + 1] === number + 1;
    if (last !== lines.length - 1 && !isNext) continue;
    lines.splice(last);
    previous = number;
  }
}

/** Some programs write the number between the times and the words. */
function dropNumbersBelow(blocks: readonly Block[]): void {
  const below = blocks.slice(1).map(({ lines }) => {
    const first = lines.findIndex((line) => line !== '');
    return { lines, first, number: lines.filter(Boolean).length > 1 ? parseNumberLine(lines[first]!) : undefined };
  });
  if (!rise(below.map(({ number }) => number))) return;
  for (const { lines, first, number } of below) if (number !== undefined) lines.splice(0, first + 1);
}

/**
 * Whether numbers are there at most places, nearly all of them one more than those before, and none is less than its
 * place.
 */
function rise(numbers: readonly (number | undefined)[]): boolean {
  const given = numbers.filter((number) => number !== undefined);
  const place = numbers.findIndex((number) => number !== undefined);
  if (given.length === 0 || given[0]! <= place) return false;
  if (given.length < 2) return numbers.length === 2 && given[0] === place + 1;
  const rising = given.filter((number, n) => n > 0 && number === given[n - 1]! + 1).length;
  return given.length * 2 >= numbers.length && rising >= (given.length - 1) * 0.8;
}

/** The lines of a text one by one, so that a file of millions of them takes no memory for a list. */
export function* eachLine(text: string): Generator<string> {
  let position = 0;
  while (position <= text.length) {
    const found = text.indexOf('\n', position);
    const end = found < 0 ? text.length : found;
    yield text.slice(position, end);
    position = end + 1;
  }
}
