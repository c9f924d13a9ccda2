import { vttTime } from '@lectern/contract/rules/webvtt';
import { maxCues } from './caption-file.ts';
import { sbvHead } from './line-formats.ts';
import { blank, momentSeconds, parseNumberLine, partsOfSecond, subsecondDigitsOf, plainSign } from './line-times.ts';
import { eachLine } from './timed-blocks.ts';
import { findRisingTimes, isTimeline, type TimedLine } from './timeline.ts';

/** Hundredths, thousandths or frames behind the seconds, also with a blank that an editor has put there. */
const moment = String.raw`((?:\d{1,3}:)?\d{1,4}:\d{1,2}(?<=:\d{2}|:\d(?=\.\d)))(?:([.,]|['’\x60´·・。、_-](?=\d{3}(?!\d)))\s?(\d{1,9})|([:;])\s?(\d{1,3}))?(?!\d|:\d)`;
/** Matches the separator of two leading times: arrows and dashes of any kind, brackets, or a word. */
const between = String.raw`(${blank}{0,4}(?:[-\\]{2,6}(?:&(?:amp;){0,3}(?:gt|#62|#x3e);|u003e)|\p{L}{1,7})${blank}{0,4}|[^\p{L}\p{N}]{1,12})`;
const pair = new RegExp(
  String.raw`^${blank}{0,9}(?:\d{1,9}[.):]?\s{1,9})?([[({<]?)${moment}${between}${moment}([\])}>]?)(?=$|[^\p{L}\p{N}])`,
  'u',
);
/** Times whose parts have points between them. */
const pointed = /(?<![\d.:])(\d{1,2})\.(\d{2})\.(\d{2})(?![\d.]\d)/g;
/** LRC's lines with several times, which `eachTimeApart` parts. */
const twoTags = /^\s{0,9}\[[\d:.]{4,12}\]\[/;
/** `line:10% X1:40`, as WebVTT and SubRip place their cues. */
const placing = /^\s{0,9}(?:[a-z]\w{0,15}:[\w.,%+-]{1,40}(?:\s{1,9}|$)){1,12}$/i;

const longestHead = 100;
/** More are none of a transcript. */
const mostPairs = 2 * maxCues;

type Pair = {
  /** The line behind its times. */
  rest: string;
  times: [string, string];
  /** The separator of the two times. */
  sign: string;
  /** The decimal separator of the seconds, if there is one. */
  mark: string;
  isExact: boolean;
  hasWords: boolean;
};

/**
 * Normalises each leading time pair (other arrows, digits, frames, blanks, brackets) to `00:00:01.000 -->
 * 00:00:04.000`. Words in that line follow the pair in brackets; the whole text decides.
 */
export function withPlainTimes(text: string): string {
  const isWebvtt = text.startsWith('WEBVTT');
  const { heads, parts } = headsOf(text);
  if (heads.size === 0) return text;
  const lines: string[] = [];
  let n = -1;
  for (const line of eachLine(text)) {
    const found = heads.get((n += 1));
    lines.push(found ? written(found, parts, isWebvtt) : line);
  }
  return lines.join('\n');
}

type Heads = { heads: ReadonlyMap<number, Pair>; parts: number };

/**
 * Finds the lines that begin a cue, by line number. Beside SubRip arrows, others need equally exact times; otherwise
 * most timed lines must share a separator and rise.
 */
function headsOf(text: string): Heads {
  const found = new Map<number, Pair>();
  const places = new Map<number, TimedLine>();
  let [n, line, offset, timed] = [-1, -1, 0, 0];
  for (const each of eachLine(text)) {
    n += 1;
    if (each.trim() && parseNumberLine(each) === undefined) line += 1;
    const head = plainHead(each);
    if (head !== undefined && beginsWithTime.test(head)) timed += 1;
    const match = head === undefined ? undefined : pairIn(each, head);
    if (match && found.size < mostPairs) {
      found.set(n, match);
      places.set(n, { at: 0, line, offset });
    }
    offset += each.length + 1;
  }
  const given = [...found.values()].flatMap(({ times }) => times);
  // Frames of which some are dropped, behind a semicolon, are of nearly 30 a second.
  const isDropping = [...found.values()].some(({ mark }) => mark === ';');
  const parts = partsOfSecond(
    given.flatMap((time) => subsecondDigitsOf(time) ?? []),
    isDropping ? 30 : 0,
  );
  const groups = Map.groupBy(found.values(), ({ sign }) => sign);
  const isArrow = groups.has('-->');
  const main = isArrow ? groups.get('-->')! : largest([...groups.values()]);
  const style = styleOf(main);
  const kept = [...found].filter(([, each]) =>
    each.sign === main[0]!.sign
      ? isArrow || isWritten(each, style)
      : each.isExact && each.hasWords === style.hasWords && isWritten(each, style),
  );
  if (isArrow) return { heads: new Map(kept), parts };
  const starts = kept.map(([, { times }]) => momentSeconds(times[0], parts) ?? 0);
  const heads = kept.map(([at], place) => ({ ...places.get(at)!, at: starts[place]! }));
  if (kept.length * 2 < timed || !isTimeline(heads, line + 1)) return { heads: new Map(), parts };
  const ordered = findRisingTimes(starts);
  return { heads: new Map(kept.filter((_, place) => ordered.has(place))), parts };
}

const largest = (groups: readonly Pair[][]): Pair[] =>
  groups.reduce<Pair[]>((most, group) => (group.length > most.length ? group : most), []);

/** How the times of a file are written. */
type Style = { hasHours: boolean; isPadded: boolean; mark: string; hasWords: boolean };

function styleOf(pairs: readonly Pair[]): Style {
  // Times that are said have no parts of seconds.
  const marks = [...Map.groupBy(pairs, ({ mark }) => mark).values()];
  const alike = largest(marks.toSorted((one, other) => Number(other[0]!.isExact) - Number(one[0]!.isExact)));
  const most = (is: (pair: Pair) => boolean): boolean => alike.filter(is).length * 2 > alike.length;
  return {
    hasHours: most(({ times }) => /^0{1,3}:\d+:/.test(times[0])),
    isPadded: most(({ times }) => /^\d\d/.test(times[0])),
    mark: alike[0]?.mark ?? '',
    hasWords: most(({ hasWords }) => hasWords),
  };
}

/**
 * Whether a pair is written as the others: with hours always or behind the first hour only, with zeros before or
 * without.
 */
function isWritten({ times: [start], mark }: Pair, style: Style): boolean {
  const [, hours, first = ''] = /^(?:(\d+):(?=\d+:))?(\d+)/.exec(start) ?? [];
  if (mark !== style.mark) return false;
  if (style.hasHours) return hours !== undefined;
  if (hours !== undefined) return Number(hours) > 0;
  return style.isPadded ? first.length > 1 : !first.startsWith('0') || first === '0';
}

const beginsWithTime = new RegExp(String.raw`^${blank}{0,9}[[({<]?(?:\d{1,3}:)?\d{1,4}:\d{2}`, 'u');

/** The beginning of a line with its digits and signs as ASCII; undefined for what has no time. */
function plainHead(line: string): string | undefined {
  const head = line.slice(0, longestHead);
  if (!/\p{Nd}[:：.．]/u.test(head)) return undefined;
  return head.replace(/[^\0-\x7F]/g, plainSign).replace(pointed, '$1:$2:$3');
}

function pairIn(line: string, head: string): Pair | undefined {
  if (sbvHead(line) !== undefined || twoTags.test(head)) return undefined;
  const match = pair.exec(head);
  if (!match) return undefined;
  const [whole, open, from, fromMark, fromRest, fromColon, fromPart, gap, to, toMark, toRest, toColon, toPart, close] =
    match;
  const inner = gap!.replace(/[^[\](){}]/g, '');
  const isBalanced = open ? close !== '' && /^(?:[\])}][[({])?$/.test(inner) : inner === '' && close === '';
  if (!isBalanced) return undefined;
  const sign = gap!
    .replace(/&(?:amp;)*(?:gt|#62|#x3e);|u003e/i, '>')
    .replace(/[\s[\](){}\\]/g, '')
    .replace(/[‐-―−]/g, '-')
    .toLowerCase();
  const rest = line.slice(whole.length);
  const isExact = (fromMark ?? fromColon) !== undefined && (toMark ?? toColon) !== undefined;
  // Somebody may say two times one after the other.
  if (!isExact && /^[^\p{L}\p{S}\p{Pd}/|~.…]*$/u.test(sign)) return undefined;
  return {
    rest,
    times: [
      `${from!}${fromColon ? `:${fromPart}` : fromMark ? `.${fromRest}` : ''}`,
      `${to!}${toColon ? `:${toPart}` : toMark ? `.${toRest}` : ''}`,
    ],
    sign,
    mark: fromColon ?? (fromMark ? '.' : ''),
    isExact,
    hasWords: /[\p{L}\p{N}]/u.test(rest) && !placing.test(rest),
  };
}

/** The line in the one way; one whose times cannot be is broken, and looks so to the reader. */
function written({ rest, times, sign }: Pair, parts: number, isWebvtt: boolean): string {
  const [start, end] = times.map((time) => momentSeconds(time, parts));
  if (start === undefined || end === undefined) return '? --> ?';
  const plain = `${vttTime(start)} --> ${vttTime(end)}`;
  const words = rest.replace(/^[\s,;:|\])}>-]{1,9}/, '');
  if (words === '' || placing.test(rest)) return `${plain}${isWebvtt && rest.trim() ? ` ${rest.trim()}` : ''}`;
  if (isWebvtt) return `${plain}\n${words}`;
  // Spruce's lists have bars for the ends of lines.
  return `[${plain}] ${sign.includes(',') ? words.replaceAll('|', '\\N') : words}`;
}
