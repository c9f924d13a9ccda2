import { lenientSeconds, plainSign, time } from './line-times.ts';
import { eachLine } from './timed-blocks.ts';
import { isTimeline, type TimedLine } from './timeline.ts';
import { vttTime } from '@lectern/contract/rules/webvtt';

const clock = String.raw`(?<![\d.,])${time}(?![\d:])`;
/** `1h 02m 03.5s`, `2'05"`, `1.00s`. */
const units = String.raw`(?:\d{1,3}\s?h\s?(?:\d{1,4}\s?(?:min|m|')\s?)?|\d{1,4}\s?(?:min|m|')\s?)?\d{1,7}(?:[.,]\d{1,9})?\s?(?:sec|s|"|'')(?![\p{L}\p{N}])`;
/** Seconds with their fraction, which only brackets or a second time tell from other numbers. */
const decimal = String.raw`\d{1,7}(?:\.\d{1,9}|,\d{1,3})(?![\d:]|[.,]\d)`;
const begin = String.raw`^\s{0,9}(?:\d{1,9}[.)]\s{1,9})?`;
const pair = new RegExp(
  String.raw`${begin}([[({<]?)\s{0,3}(${units}|${decimal})(\s{0,3}[^\p{L}\p{N}\s]{1,4}\s{0,3}|\s{1,3}to\s{1,3})(${units}|${decimal})\s{0,3}[\])}>]?[:\s-]{0,5}`,
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

type Written = { start: number; plain: string; words: string };

/**
 * Writes seconds with their unit, or in brackets, at the beginnings of lines as a clock shows them: `[1.00s -> 4.00s] Words`, as
 * recognisers print. Undefined where they are not the times of a recording.
 */
export function withClockTimes(text: string): string | undefined {
  const heads: TimedLine[] = [];
  const lines: string[] = [];
  let [written, offset, said] = [0, 0, 0];
  /** Of times nobody could say what stands before the next. */
  let tight = 0;
  for (const line of eachLine(text)) {
    const found = writtenIn(line);
    if (found) {
      const last = heads.at(-1);
      if (last && said > mostSaid * Math.max(1, found.start - last.at)) tight += 1;
      said = 0;
      heads.push({ at: found.start, line: written, offset });
    }
    said += found ? found.words.length : line.length;
    lines.push(found?.plain ?? line);
    if (line.trim()) written += 1;
    offset += line.length + 1;
  }
  return heads.length > 1 && heads.length >= written * fewest && tight * 2 < heads.length && isTimeline(heads, written)
    ? lines.join('\n')
    : undefined;
}

function writtenIn(line: string): Written | undefined {
  const head = line.slice(0, 100).replace(/[^\0-\x7F]/g, plainSign);
  const [twice, , from, , to] = pair.exec(head) ?? [];
  const [start, end] = [secondsIn(from), secondsIn(to)];
  if (twice !== undefined && start !== undefined && end !== undefined)
    return writtenAs(`${vttTime(start)} --> ${vttTime(end)}`, start, line.slice(twice.length));
  const [once, , at] = enclosed.exec(head) ?? [];
  const [alone, unit] = once === undefined ? (bare.exec(head) ?? []) : [];
  const whole = once ?? alone;
  const single = secondsIn(at ?? unit);
  if (whole === undefined || single === undefined) return undefined;
  return writtenAs(vttTime(single), single, line.slice(whole.length));
}

const writtenAs = (times: string, start: number, words: string): Written => ({
  start,
  words,
  plain: `[${times}] ${words}`,
});

function secondsIn(given: string | undefined): number | undefined {
  const known = lenientSeconds(given);
  if (known !== undefined || given === undefined) return known;
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d+)\s?h\s?)?(?:(\d+)\s?(?:min|m|')\s?)?(\d+(?:[.,]\d+)?)/.exec(given) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}
