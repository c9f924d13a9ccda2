import { type CaptionFile, type FileCue, maxCues } from './caption-file.ts';
import { momentSeconds, subsecondDigitsOf, partsOfSecond } from './line-times.ts';
import { joinWords } from './any-json.ts';
import { stripMarkup } from './plain-text.ts';
import { namedUnit, guessTimeUnit } from './time-units.ts';
import { eachLine } from './timed-blocks.ts';

/** Columns by what their heads say. */
const heads = {
  start:
    /^(?:start|begin|from|in|tmin|xmin|onset|time|timestamp|von|anfang|start.{0,3}time|time.{0,3}in|in.{0,3}(?:point|time)|begin.{0,3}time|start.{0,15}|t0)$/i,
  end: /^(?:end|stop|to|out|tmax|xmax|offset|bis|ende|end.{0,3}time|time.{0,3}out|out.{0,3}(?:point|time)|end.{0,15}|t1)$/i,
  length: /^(?:dur|duration|length|dauer).{0,15}$/i,
  text: /^(?:text|transcript(?:ion)?|captions?|subtitles?|content|utterance|sentences?|words?|label|lines?|dialog(?:ue)?|said|speech|message|comment|script)$/i,
  speaker: /^(?:speaker|name|who|character|participant|voice).{0,8}$/i,
} as const;
type Column = keyof typeof heads;
type Columns = Partial<Record<Column, number>>;

/** Share of the rows whose cells must be times, for a text to be a table, and which must rise in one without heads. */
const mostRows = 0.8;
const nearlyAll = 0.95;
const mostColumns = 20;

/**
 * Reads tables of one or two time columns and a text column, as Whisper, Audacity, aeneas and editors write. Guesses
 * unnamed units. Undefined for other text.
 */
export function readCaptionTable(text: string, duration?: number): CaptionFile | undefined {
  const own = ownSign.exec(text.slice(0, 10_000))?.[1];
  const given = singleQuoted.test(text) ? text.replace(quoteAtCell, '"') : text.replace(tuple, '$1');
  for (const parted of ['\t', ';', '|', ...(own ? [own] : []), ',', ' ']) {
    const file = readColumns(rowsOf(given, parted), parted, duration);
    if (file) return file;
  }
  return undefined;
}

/** Any other sign that stands twice: `1.0~4.0~Words`. */
const ownSign =
  /^[ \t]{0,9}[\d:.,]{1,20}[ \t]{0,9}((?![-/.,:;|"' \t])[^\p{L}\p{N}\s]{1,3}|::|\|{2,3})[ \t]{0,9}[\d:.,]{1,20}[ \t]{0,9}\1/mu;
const singleQuoted = /^'[\d:.,]{1,20}'[\t;,|] ?'/m;
/** Rows as Python prints them: `(1.0, 4.0, "Words")`. */
const tuple = /^\s{0,9}\((\d[\d.]{0,15}, ?\d.*)\),?\s{0,9}$/gm;
const quoteAtCell = /(?<=^|[\t;,|] ?)'|'(?=[\t;,|]|$)/gm;

const number = /^-?\d{1,15}(?:[.,]\d{1,12})?$/;

type Time = { at: number; isClock: boolean };

const plainCell = (cell: string | undefined): string => cell?.trim().replace(/s$/, '') ?? '';

/** A clock's time is seconds already; a number has a unit of its own. */
function timeIn(cell: string | undefined, parts: number): Time | undefined {
  const plain = plainCell(cell);
  const at = momentSeconds(plain, parts);
  if (at !== undefined) return { at, isClock: true };
  return number.test(plain) ? { at: Number(plain.replace(',', '.')), isClock: false } : undefined;
}

type Row = { row: readonly string[]; from: Time; to: Time | undefined };

function readColumns(rows: readonly string[][], parted: string, duration: number | undefined): CaptionFile | undefined {
  const [first, ...others] = rows;
  if (!first || first.length < 2) return undefined;
  const hasHeads = !first.some((cell) => timeIn(cell, 100)) && first.some((cell) => heads.start.test(cell.trim()));
  const body = hasHeads ? others : rows;
  const parts = partsOfSecond(body.flatMap((row) => row.flatMap((cell) => subsecondDigitsOf(plainCell(cell)) ?? [])));
  const headed: Columns = hasHeads ? byHeads(first) : {};
  const { start, end, length, text, speaker } =
    headed.start !== undefined && headed.text !== undefined ? headed : { ...byCells(body, parts), ...headed };
  if (start === undefined || text === undefined || (hasHeads && /frame/i.test(first[start]!))) return undefined;
  const good = body.flatMap((row): Row[] => {
    const from = timeIn(row[start], parts);
    return from && row.length > text ? [{ row, from, to: timeIn(row[end ?? length ?? -1], parts) }] : [];
  });
  // Heads in words that are not known have no digits.
  const beforeTimes = !hasHeads && good[0]?.row !== body[0] && !/\p{Nd}/u.test(body[0]!.join('')) ? 1 : 0;
  if (good.length === 0 || good.length < body.length * mostRows) return undefined;
  if (end === undefined && length === undefined && !hasHeads && good.length < 3) return undefined;
  const isLast = text === Math.max(start, end ?? 0, length ?? 0, text, speaker ?? 0);
  const behind = hasHeads ? first.length - 1 - text : numbersBehind(body, text);
  const said = good.map(({ row }) =>
    stripMarkup(isLast ? joined(row.slice(text, Math.max(text + 1, row.length - behind)), parted) : row[text]!),
  );
  const isLength = length !== undefined || (end !== undefined && areLengths(good));
  const named = (column: number | undefined) => (hasHeads ? namedUnit(first[column ?? -1] ?? '') : undefined);
  const lengths = good.map(({ from, to }) => (to ? (isLength ? to.at : to.at - from.at) : 0));
  const starts = good.map(({ from }) => from.at);
  const { isClock } = good[0]!.from;
  const guessed = isClock || named(start) ? undefined : guessTimeUnit({ starts, lengths, said }, duration);
  const ofStart = named(start)?.unit ?? guessed?.unit ?? 1;
  const ofEnd = named(end ?? length)?.unit ?? (isLength && isClock ? unitOfLengths(good) : ofStart);
  const cues = good.slice(0, maxCues).map(({ row, from, to }, n): FileCue => {
    const at = from.at * (from.isClock ? 1 : ofStart);
    const name = speaker === undefined ? undefined : row[speaker]?.trim();
    const after = to && to.at * (to.isClock ? 1 : ofEnd);
    return {
      start: at,
      text: said[n]!,
      ...(after === undefined ? {} : { end: isLength ? at + after : after }),
      ...(name ? { speaker: name } : {}),
    };
  });
  return {
    cues: joinWords(cues),
    broken: body.length - cues.length - beforeTimes,
    ...(guessed ? { guessedUnit: guessed.name } : {}),
  };
}

/** Columns behind the words that hold numbers alone, such as how sure a recogniser is. */
function numbersBehind(rows: readonly string[][], text: number): number {
  let found = 0;
  while (rows.every((row) => row.length - found - 1 > text && number.test(row.at(-1 - found)!.trim()))) found += 1;
  return found;
}

/** The cells of a text that goes on behind a separator; rows may end with one. */
function joined(cells: readonly string[], parted: string): string {
  const last = cells.findLastIndex((cell) => cell.trim());
  return cells.slice(0, last + 1).join(parted);
}

/** Whether the second times are lengths: some are before the first ones, and all are small beside them. */
function areLengths(rows: readonly Row[]): boolean {
  const timed = rows.flatMap(({ from, to }) => (to ? [{ from: from.at, to: to.at }] : []));
  const early = timed.filter(({ from, to }) => to < from).length;
  const longest = timed.reduce((most, { to }) => Math.max(most, to), 0);
  return early > 0 && (early * 2 > timed.length || longest < (timed.at(-1)?.from ?? 0));
}

/** The unit of lengths beside times of a clock: they last no longer than up to the next, or nearly so. */
function unitOfLengths(rows: readonly Row[]): number {
  const lengths = rows.reduce((sum, { to }) => sum + (to?.at ?? 0), 0);
  const whole = rows.at(-1)!.from.at - rows[0]!.from.at;
  return lengths > whole * 20 ? 1e-3 : 1;
}

function byHeads(row: readonly string[]): Columns {
  const found: Columns = {};
  for (const [n, cell] of row.slice(0, mostColumns).entries())
    for (const column of ['text', 'speaker', 'length', 'end', 'start'] as const)
      if (heads[column].test(cell.trim())) {
        found[column] ??= n;
        break;
      }
  return found;
}

function byCells(rows: readonly string[][], parts: number): Columns | undefined {
  const sample = rows.slice(0, 500);
  const widths = sample.map((row) => row.length).toSorted((one, other) => one - other);
  const width = Math.min(mostColumns, widths[Math.floor(sample.length / 10)] ?? 0);
  const columns = Array.from({ length: width }, (_, n) => sample.map((row) => row[n]?.trim() ?? ''));
  const times = columns.map((cells) => cells.map((cell) => timeIn(cell, parts)?.at));
  const timed = times.flatMap((each, n) =>
    each.filter((at) => at !== undefined).length >= each.length * mostRows ? [n] : [],
  );
  const lettersIn = (cells: readonly string[]): number =>
    cells.reduce((sum, cell) => sum + (cell.match(/\p{L}/gu)?.length ?? 0), 0);
  const texts = columns.flatMap((cells, n) =>
    timed.includes(n) ? [] : [{ n, letters: lettersIn(cells), kinds: new Set(cells).size }],
  );
  const text = texts.toSorted((one, other) => other.letters - one.letters)[0];
  const chosen = timesAmong(timed, times);
  if (!chosen || !text || text.letters < sample.length * 2) return undefined;
  const speaker = texts.find(({ n, letters, kinds }) => n !== text.n && letters > 0 && kinds * 2 <= sample.length);
  return { ...chosen, text: text.n, ...(speaker ? { speaker: speaker.n } : {}) };
}

/**
 * Picks the two columns where rows end after they begin and begin near the previous end; else the rising one that is
 * no row count.
 */
function timesAmong(timed: readonly number[], times: readonly (number | undefined)[][]): Columns | undefined {
  const share = (of: readonly (number | undefined)[], fits: (at: number, n: number) => boolean): number => {
    const given = of.flatMap((at, n) => (at === undefined ? [] : [fits(at, n)]));
    return given.filter(Boolean).length / Math.max(1, given.length);
  };
  const rises = (n: number): boolean =>
    share(times[n]!, (at, row) => row === 0 || at >= (times[n]![row - 1] ?? 0)) >=
    Math.min(nearlyAll, 1 - 1 / times[n]!.length);
  const isCount = (n: number): boolean =>
    share(times[n]!, (at, row) => row === 0 || at === (times[n]![row - 1] ?? 0) + 1) === 1;
  const rising = timed.filter(rises);
  let best: { start: number; end: number; fit: number } | undefined;
  for (const start of rising)
    for (const end of timed) {
      if (end === start) continue;
      const fit = [false, true].map((isLength) => {
        const endOf = (row: number): number => (times[end]![row] ?? 0) + (isLength ? times[start]![row]! : 0);
        const follows = share(times[start]!, (at, row) => row === 0 || at >= endOf(row - 1) * (1 - 1e-9));
        return Math.min(
          share(times[start]!, (at, row) => endOf(row) > at),
          follows,
        );
      });
      const most = Math.max(...fit) - (isCount(start) && isCount(end) ? 0 : isCount(start) || isCount(end) ? 0.2 : 0);
      if (most > 0.5 && (!best || most > best.fit + 1e-9)) best = { start, end, fit: most };
    }
  if (best) return { start: best.start, end: best.end };
  const alone = rising.find((n) => !isCount(n));
  return alone === undefined ? undefined : { start: alone };
}

/** Lines of a quoted cell, and lines that are looked at for the ends of such in all. */
const longestCell = 500;
const mostAhead = 100_000;
/** Rows of which one at least has a time. */
const fewestTimed = 200;

/** Rows by their cells. Comments and the frequencies of Audacity are none. */
function rowsOf(text: string, parted: string): string[][] {
  // Whisper's quotes nothing, and what is said in quotes goes over several rows.
  const isQuoted = parted !== '\t' || /(?:^|\t)"[^"\t\n]{0,999}""/m.test(text);
  const split = (line: string): string[] => (parted === ' ' ? (spaced(line) ?? [line]) : line.split(parted));
  const rows: string[][] = [];
  const read = eachLine(text);
  const ahead: string[] = [];
  const next = (): string | undefined => {
    if (ahead.length > 0) return ahead.shift();
    const { done, value } = read.next();
    return done ? undefined : value;
  };
  for (let line = next(), budget = mostAhead; line !== undefined; line = next()) {
    if (line.trim() === '' || /^(?:[\\#]|[|\s:-]+$)/.test(line)) continue;
    if (!isQuoted || parted === ' ' || !line.includes('"')) rows.push(split(line));
    else {
      let [cells, whole] = [quotedCells(line, parted), line];
      const taken: string[] = [];
      // A quoted cell may have line ends, but no rows.
      while (cells === undefined && budget > 0 && taken.length < longestCell) {
        const more = next();
        if (more === undefined) break;
        taken.push(more);
        budget -= 1;
        if (more.split(parted, 3).some((cell) => timeIn(cell.replaceAll('"', ''), 100))) break;
        if (!more.includes('"')) continue;
        whole = [line, ...taken].join('\n');
        cells = quotedCells(whole, parted);
      }
      if (cells === undefined) ahead.unshift(...taken);
      rows.push(cells ?? split(line));
    }
    if (rows.length === 5 && rows.every((row) => row.length < 2)) return [];
    if (rows.length === fewestTimed && !rows.some((row) => row.some((cell) => timeIn(cell, 100)))) return [];
  }
  return rows;
}

const spacedTime = String.raw`(\d{1,9}\.\d{1,9}|\d{4,9})`;
const spacedRow = new RegExp(
  String.raw`^\s{0,9}(?:[\w.-]{1,40}\s{1,9}){0,3}?${spacedTime}\s{1,9}${spacedTime}\s{1,9}(?:<[^<>]{1,40}>\s)?(\S.*)$`,
);

/** Blanks part the times alone: `f001 0.00 2.68 "Words"`, and what recognisers are measured with: CTM, STM. */
function spaced(line: string): string[] | undefined {
  const [, from, to, said] = spacedRow.exec(line) ?? [];
  if (said === undefined) return undefined;
  return [from!, to!, said.replace(/^"(.*)"$/, '$1').replace(/^(\S+)\s[01]\.\d{1,6}$/, '$1')];
}

/** The cells of a row by RFC 4180; undefined where a quote is left open. */
function quotedCells(row: string, parted: string): string[] | undefined {
  const cells: string[] = [];
  for (let at = 0; at <= row.length;) {
    const begin = at + /^[ ]{0,9}/.exec(row.slice(at, at + 9))![0].length;
    if (row[begin] !== '"') {
      const end = row.indexOf(parted, at);
      cells.push(row.slice(at, end < 0 ? undefined : end));
      if (end < 0) return cells;
      at = end + parted.length;
      continue;
    }
    let close = row.indexOf('"', begin + 1);
    const ends = (): boolean =>
      (row.length - close <= 10 && row.slice(close + 1).trim() === '') || row.startsWith(parted, close + 1);
    while (close >= 0 && !ends()) close = row.indexOf('"', close + (row[close + 1] === '"' ? 2 : 1));
    if (close < 0) return undefined;
    cells.push(row.slice(begin + 1, close).replaceAll('""', '"'));
    const end = row.indexOf(parted, close);
    if (end < 0) return cells;
    at = end + parted.length;
  }
  return [...cells, ''];
}
