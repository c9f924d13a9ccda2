import { lenientSeconds, plainSign, time } from './line-times.ts';
import { eachLine } from './timed-blocks.ts';
import { guessTimeUnit } from './time-units.ts';
import { isTimeline, type TimedLine } from './timeline.ts';
import { vttTime } from '@lectern/contract/rules/webvtt';

const clock = String.raw`(?<![\d.,])${time}(?![\d:])`;
/** `1h 02m 03.5s`, `2'05"`, `1.00s`. */
const units = String.raw`(?:\d{1,3}\s?h\s?(?:\d{1,4}\s?(?:min|m|')\s?)?|\d{1,4}\s?(?:min|m|')\s?)?\d{1,7}(?:[.,]\d{1,9})?\s?(?:sec|s|"|'')(?![\p{L}\p{N}])`;
/** Seconds with their fraction, which only brackets or a second time tell from other numbers. */
const decimal = String.raw`\d{1,7}(?:\.\d{1,9}|,\d{1,3})(?![\d:]|[.,]\d)`;
const begin = String.raw`^\s{0,9}(?:\d{1,9}[.)]\s{1,9})?`;
/** Whole numbers, which an arrow or brackets tell from others. */
const whole = String.raw`\d{1,12}(?:\s?ms)?(?![\p{L}\p{N}.,:]\d?)`;
const number = `(${units}|${decimal}|${whole})`;
const pair = new RegExp(
  String.raw`${begin}([[({<]?)\s{0,3}${number}(\s{0,3}[^\p{L}\p{N}\s]{1,4}\s{0,3}|\s{1,3}to\s{1,3})${number}\s{0,3}[\])}>]?[:\s-]{0,5}`,
  'u',
);
const enclosed = new RegExp(
  String.raw`${begin}([[({<#])\s{0,3}(${units}|${decimal}|${clock})\s{0,3}([\])}>#])[:\s-]{0,5}`,
  'u',
);
const bare = new RegExp(String.raw`${begin}(${units})(?:\s{0,3}[-–—|:])?\s{1,5}`, 'u');

/** Share of the lines that must have such times. */
const fewest = 0.2;
/** Letters a second that nobody says: numbers of sections are nearer to each other. */
const mostSaid = 30;

/** Letters a second at which people talk in whole numbers of a unit that nobody named. */
const usualPace = { from: 2, to: 60 };

/** A line behind its times. They have no unit yet where they are `plain`. */
type Written = { from: number; to?: number; isPlain: boolean; words: string };
type Clocked = { text: string; guessedUnit?: string };

/**
 * Rewrites leading seconds with units, paired or bracketed, as clock times: `[1.00s -> 4.00s] Words`, as recognisers
 * print. Undefined when they do not form a recording's timeline.
 */
export function withClockTimes(text: string, duration?: number): Clocked | undefined {
  const found: { written: Written; said: string; line: number; offset: number }[] = [];
  const lines: (string | Written)[] = [];
  let [line, offset] = [0, 0];
  for (const each of eachLine(text)) {
    const written = writtenIn(each);
    if (written) found.push({ written, said: written.words, line, offset });
    else if (found.length > 0) found.at(-1)!.said += each;
    lines.push(written ?? each);
    if (each.trim()) line += 1;
    offset += each.length + 1;
  }
  const unit = unitIn(found, duration);
  if (unit === undefined || found.length < 2 || found.length < line * fewest) return undefined;
  const secondsOf = (at: number, { isPlain }: Written): number => (isPlain ? at * unit.unit : at);
  const heads = found.map(({ written, ...place }): TimedLine => ({ ...place, at: secondsOf(written.from, written) }));
  /** Times whose text is too long to say before the next time. */
  const tight = heads.filter(
    ({ at }, n) => n > 0 && found[n - 1]!.said.length > mostSaid * Math.max(1, at - heads[n - 1]!.at),
  );
  if (tight.length * 2 >= heads.length || !isTimeline(heads, line)) return undefined;
  const areLengths = found.filter(({ written: { from, to = from } }) => to < from).length * 2 > found.length;
  const plainOf = (written: Written): string => {
    const { from, to, words } = written;
    const end = to === undefined ? '' : ` --> ${vttTime(secondsOf(areLengths ? from + to : to, written))}`;
    return `[${vttTime(secondsOf(from, written))}${end}] ${words}`;
  };
  return {
    text: lines.map((each) => (typeof each === 'string' ? each : plainOf(each))).join('\n'),
    ...(unit.isGuessed ? { guessedUnit: unit.name } : {}),
  };
}

/** The unit of whole numbers that nobody named; undefined where in none of them people would talk at a usual pace. */
function unitIn(found: readonly { written: Written; said: string }[], duration: number | undefined) {
  const plain = found.filter(({ written }) => written.isPlain);
  if (plain.length === 0) return { unit: 1, name: 'seconds', isGuessed: false };
  const said = plain.map((each) => each.said);
  const starts = plain.map(({ written }) => written.from);
  const lengths = plain.map(({ written: { from, to = from } }) => (to < from ? to : to - from));
  const { unit, name } = guessTimeUnit({ starts, lengths, said }, duration);
  const spoken = lengths.reduce((sum, length) => sum + length, 0) * unit;
  const pace = said.join('').length / spoken;
  return pace >= usualPace.from && pace <= usualPace.to ? { unit, name, isGuessed: true } : undefined;
}

function writtenIn(line: string): Written | undefined {
  const head = line.slice(0, 100).replace(/[^\0-\x7F]/g, plainSign);
  const [twice, open, first, sign = '', second] = pair.exec(head) ?? [];
  const [from, to] = [secondsIn(first), secondsIn(second)];
  const isPlain = [first, second].every((each) => each !== undefined && /^\d+$/.test(each));
  const isMarked = open !== '' || /[>→➔⇒➡⟶]/.test(sign);
  if (
    twice !== undefined &&
    from !== undefined &&
    to !== undefined &&
    (isMarked || !/^\d+$/m.test(`${first}\n${second}`))
  )
    return { from, to, isPlain, words: line.slice(twice.length) };
  const [once, , at] = enclosed.exec(head) ?? [];
  const [alone, unit] = once === undefined ? (bare.exec(head) ?? []) : [];
  const taken = once ?? alone;
  const single = secondsIn(at ?? unit);
  if (taken === undefined || single === undefined) return undefined;
  return { from: single, isPlain: false, words: line.slice(taken.length) };
}

function secondsIn(given: string | undefined): number | undefined {
  const known = lenientSeconds(given);
  if (known !== undefined || given === undefined) return known;
  if (/\d\s?ms$/.test(given)) return Number.parseInt(given, 10) / 1000;
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d+)\s?h\s?)?(?:(\d+)\s?(?:min|m|')\s?)?(\d+(?:[.,]\d+)?)/.exec(given) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}
