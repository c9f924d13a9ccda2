import { UNSPACED } from '@lectern/chaptering/unspaced-scripts';
import { endlessMarks } from '@lectern/contract/rules/visible-text';

/** Places of the same words in two texts, in order in both: a place in the first and one in the second. */
export type WordMatch = [given: number, heard: number];

/** A part of each text, the ends excluded. */
type Range = { given: number; givenEnd: number; heard: number; heardEnd: number };

/** Runs of words that are looked for first, longest first: one that each text has once says where it belongs. */
const runs = [3, 2, 1];

/** Parts so small, as the product of their words, are compared word by word at once. */
const small = 10_000;

/** The most comparisons within one part; larger parts are compared near their diagonal. */
const most = 4_000_000;

/** A match without another one so near to it, in words, is chance: "the" stands everywhere. */
const near = { given: 3, heard: 6 };

/**
 * Matches words between a text and its distorted recognition; either may have extra passages. Unique shared runs split
 * the texts, so time and memory grow with length.
 */
export function matchWords(given: readonly string[], heard: readonly string[]): WordMatch[] {
  const matches: WordMatch[] = [];
  const open: Range[] = [{ given: 0, givenEnd: given.length, heard: 0, heardEnd: heard.length }];
  for (let range = open.pop(); range; range = open.pop()) {
    const [rows, columns] = [range.givenEnd - range.given, range.heardEnd - range.heard];
    if (rows === 0 || columns === 0) continue;
    const anchors = rows * columns <= small ? [] : anchorsIn(given, heard, range);
    if (anchors.length === 0) {
      matches.push(...compared(given, heard, range));
      continue;
    }
    matches.push(...anchors);
    const ends: WordMatch[] = [[range.given - 1, range.heard - 1], ...anchors, [range.givenEnd, range.heardEnd]];
    for (const [n, [givenEnd, heardEnd]] of ends.slice(1).entries())
      open.push({ given: ends[n]![0] + 1, givenEnd, heard: ends[n]![1] + 1, heardEnd });
  }
  return inCompany(matches.toSorted((one, other) => one[0] - other[0]));
}

/** The longest runs that both parts have once, as matches of their words, in an order that holds for both. */
function anchorsIn(given: readonly string[], heard: readonly string[], range: Range): WordMatch[] {
  for (const length of runs) {
    const theirs = once(heard, range.heard, range.heardEnd, length);
    const pairs = [...once(given, range.given, range.givenEnd, length)]
      .flatMap(([run, at]): WordMatch[] => {
        const there = theirs.get(run);
        return there === undefined ? [] : [[at, there]];
      })
      .toSorted((one, other) => one[0] - other[0]);
    const ordered = longestAscending(pairs);
    if (ordered.length === 0) continue;
    const found: WordMatch[] = [];
    for (const [at, there] of ordered)
      for (let n = 0; n < length; n += 1) {
        const last = found.at(-1);
        if (!last || (at + n > last[0] && there + n > last[1])) found.push([at + n, there + n]);
      }
    return found;
  }
  return [];
}

/** The runs of a length that a part has exactly once, and where. */
function once(words: readonly string[], from: number, to: number, length: number): Map<string, number> {
  const places = new Map<string, number>();
  const again = new Set<string>();
  for (let at = from; at + length <= to; at += 1) {
    const run = words.slice(at, at + length).join(' ');
    if (places.has(run)) again.add(run);
    else places.set(run, at);
  }
  for (const run of again) places.delete(run);
  return places;
}

/** The most pairs whose second places ascend as their first ones do. */
function longestAscending(pairs: readonly WordMatch[]): WordMatch[] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length);
  for (const [n, [, place]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < place) low = middle + 1;
      else high = middle;
    }
    before[n] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = n;
  }
  const found: WordMatch[] = [];
  for (let n = ends.at(-1) ?? -1; n >= 0; n = before[n]!) found.push(pairs[n]!);
  return found.reverse();
}

const [skipGiven, skipHeard, together] = [1, 2, 3];

/** Two parts word by word: as many words alike as possible, within a band around the diagonal where they are large. */
function compared(given: readonly string[], heard: readonly string[], range: Range): WordMatch[] {
  const rows = range.givenEnd - range.given;
  const columns = range.heardEnd - range.heard;
  const half = Math.min(columns, Math.max(1, Math.floor(most / (2 * rows))));
  const width = Math.min(columns, 2 * half + 1);
  const begin = (row: number): number =>
    Math.max(0, Math.min(columns - width, Math.round((row * columns) / rows) - half));
  const steps = new Uint8Array(rows * width);
  let [above, now] = [new Float32Array(columns + 1), new Float32Array(columns + 1)];
  for (let row = 0; row < rows; row += 1) {
    const from = begin(row);
    // Cells beside the band were not compared; they take the value of their nearest neighbour.
    now.fill(above[from]!, 0, from + 1);
    for (let column = from; column < from + width; column += 1) {
      const worth = likeness(given[range.given + row]!, heard[range.heard + column]!);
      const best = Math.max(worth > 0 ? above[column]! + worth : 0, above[column + 1]!, now[column]!);
      now[column + 1] = best;
      let step = skipHeard;
      if (worth > 0 && best === above[column]! + Math.fround(worth)) step = together;
      else if (best === above[column + 1]!) step = skipGiven;
      steps[row * width + column - from] = step;
    }
    now.fill(now[from + width]!, from + width + 1);
    [above, now] = [now, above];
  }
  const found: WordMatch[] = [];
  let [row, column] = [rows - 1, columns - 1];
  while (row >= 0 && column >= 0) {
    const at = column - begin(row);
    const step = at < 0 ? skipGiven : at >= width ? skipHeard : steps[row * width + at];
    if (step === together) found.push([range.given + row, range.heard + column]);
    if (step !== skipHeard) row -= 1;
    if (step !== skipGiven) column -= 1;
  }
  return found;
}

/** Halves can be added without rounding. */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  return wordsMatch(one, other) ? 0.5 : 0;
}

/** Without the matches that stand alone. */
const inCompany = (matches: readonly WordMatch[]): WordMatch[] =>
  matches.filter(([given, heard], n) =>
    [matches[n - 1], matches[n + 1]].some(
      (other) => other && Math.abs(other[0] - given) <= near.given && Math.abs(other[1] - heard) <= near.heard,
    ),
  );

const word = new RegExp(String.raw`[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}'’])+`, 'gu');

/**
 * The words of a text as they are compared, without case, accents and apostrophes; scripts without spaces by
 * characters.
 */
export const wordsOfText = (text: string): string[] =>
  Array.from(text.matchAll(word), ([found]) =>
    found
      .replace(endlessMarks, '')
      .normalize('NFKD')
      .replace(/[\p{M}'’]/gu, '')
      .toLowerCase(),
  ).filter(Boolean);

/** Shorter words are alike by chance. */
const shortest = 4;

/** Whether a recogniser may have made one word of the other: most of it is the same from its beginning and its end. */
function wordsMatch(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length);
  const least = Math.min(one.length, other.length);
  if (least < shortest || least < length * 0.6) return false;
  let head = 0;
  while (head < least && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < least - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return head + tail >= length * 0.7;
}
