import { vttTime } from '@lectern/contract/rules/webvtt';
import { blank, lenientSeconds, plainSign } from './line-times.ts';
import { eachLine } from './timed-blocks.ts';

/** Hundredths, thousandths or frames behind the seconds, also with a blank that an editor has put there. */
const moment = String.raw`((?:\d{1,3}:)?\d{1,2}:\d{2})(?:([.,:;])\s?(\d{1,3}))?(?!\d|:\d)`;
/** Whatever stands between two times that begin a line: arrows and dashes of any kind, brackets, or a word. */
const between = String.raw`(${blank}{0,4}(?:--&gt;|to|bis)${blank}{1,4}|[^\p{L}\p{N}]{1,12})`;
const pair = new RegExp(
  String.raw`^${blank}{0,9}(?:\d{1,9}[.):]?\s{1,9})?[[({<]?${moment}${between}${moment}[\])}>]?(?=$|[^\p{L}\p{N}])`,
  'u',
);
/** SubViewer's pairs, of which its own reader knows more. */
const subViewer = /^\s{0,9}[\d:.]{6,12},[\d:.]{6,12}\s{0,9}$/;
/** LRC's lines with several times, which `eachTimeApart` parts. */
const twoTags = /^\s{0,9}\[[\d:.]{4,12}\]\[/;
/** `line:10% X1:40`, as WebVTT and SubRip place their cues. */
const placing = /^\s{0,9}(?:[a-z]\w{0,15}:[\w.,%+-]{1,40}(?:\s{1,9}|$)){1,12}$/i;

const rates = [24, 25, 30, 50, 60];
const longestHead = 100;

type Pair = { line: string; match: RegExpExecArray };

/**
 * Writes every pair of times that begins a line in one way, `00:00:01.000 --> 00:00:04.000`, so that one reader knows them
 * all: other arrows and dashes, digits of other scripts, frames, blanks within a time, times in brackets. What is said in the
 * same line stands behind the pair in brackets. Nothing tells a rate of frames: it is the lowest usual one that has all.
 */
export function withPlainTimes(text: string): string {
  const isWebvtt = text.startsWith('WEBVTT');
  let most = -1;
  for (const line of eachLine(text)) {
    const found = pairIn(line);
    if (found) for (const frame of framesOf(found.match)) most = Math.max(most, frame);
  }
  const rate = rates.find((each) => each > most) ?? 100;
  const lines: string[] = [];
  for (const line of eachLine(text)) {
    const found = pairIn(line);
    lines.push((found && written(found, rate, isWebvtt)) ?? line);
  }
  return lines.join('\n');
}

function pairIn(line: string): Pair | undefined {
  const head = line.slice(0, longestHead);
  if (!/\p{Nd}[:：]/u.test(head) || subViewer.test(head) || twoTags.test(head)) return undefined;
  const match = pair.exec(head.replace(/[^\0-\x7F]/g, plainSign));
  return match ? { line, match } : undefined;
}

/** Whether three times two digits are followed by frames: a comma or point is followed by a fraction. */
const hasFrames = (clock: string | undefined, sign: string | undefined): boolean =>
  (sign === ':' || sign === ';') && /:\d{2}:/.test(clock ?? '');

function framesOf([, from, fromSign, fromRest, , to, toSign, toRest]: RegExpExecArray): number[] {
  const frames: number[] = [];
  if (hasFrames(from, fromSign)) frames.push(Number(fromRest));
  if (hasFrames(to, toSign)) frames.push(Number(toRest));
  return frames;
}

/** The line in the one way; undefined where it is none of a cue after all. */
function written({ line, match }: Pair, rate: number, isWebvtt: boolean): string | undefined {
  const [whole, from, fromSign, fromRest, sign = '', to, toSign, toRest] = match;
  const seconds = (clock = '', mark: string | undefined, rest = '0'): number | undefined => {
    const isFrames = hasFrames(clock, mark);
    if (mark && !isFrames && (mark === ':' || mark === ';')) return undefined;
    const base = lenientSeconds(isFrames || !mark ? clock : `${clock}.${rest}`);
    return base === undefined ? undefined : base + (isFrames ? Number(rest) / rate : 0);
  };
  const [start, end] = [seconds(from, fromSign, fromRest), seconds(to, toSign, toRest)];
  if (start === undefined || end === undefined) return undefined;
  // Two times in a sentence are no pair: a pair has a sign between, or goes on in time.
  if (!/[->→⇒➔⟶–—]/.test(sign) && end < start) return undefined;
  const rest = line.slice(whole.length);
  const times = `${vttTime(start)} --> ${vttTime(end)}`;
  const words = rest.replace(/^[\s,;:|\])}>-]{1,9}/, '');
  if (isWebvtt || words === '' || placing.test(rest))
    return `${times}${rest.trim() && isWebvtt ? ` ${rest.trim()}` : ''}`;
  // Spruce's lists have bars for the ends of lines.
  return `[${times}] ${sign.includes(',') ? words.replaceAll('|', '\\N') : words}`;
}
