import { type CaptionFile, type FileCue, maxCues } from './caption-file.ts';
import { lenientSeconds } from './line-times.ts';
import { stripMarkup } from './plain-text.ts';
import { unitOf } from './time-units.ts';
import { eachLine } from './timed-blocks.ts';

/** Columns by what their heads say. */
const heads = {
  start:
    /^(?:start|begin|from|in|tmin|xmin|onset|time|timestamp|von|anfang|start.{0,3}time|time.{0,3}in|in.{0,3}(?:point|time)|begin.{0,3}time|start.{0,9}|t0)$/i,
  end: /^(?:end|stop|to|out|tmax|xmax|offset|bis|ende|end.{0,3}time|time.{0,3}out|out.{0,3}(?:point|time)|end.{0,9}|t1)$/i,
  length: /^(?:dur|duration|length|dauer).{0,9}$/i,
  text: /^(?:text|transcript|captions?|subtitles?|content|utterance|sentences?|words?|label|lines?|dialog(?:ue)?|said)$/i,
  speaker: /^(?:speaker|name|who|character|participant|voice).{0,8}$/i,
} as const;
type Column = keyof typeof heads;

/** Share of the rows whose cells must be times, for a text to be a table. */
const mostRows = 0.8;
const mostColumns = 20;

type Table = { rows: string[][]; parted: string };

/**
 * Tables of one or two columns of times and one of words, with heads or without: what Whisper, Audacity, aeneas and editing
 * programs write. Numbers are seconds or less, by how quickly people would talk. Undefined for what is no such table.
 */
export function readTable(text: string): CaptionFile | undefined {
  for (const parted of ['\t', ';', ',', '|', ' ']) {
    const file = readColumns({ rows: rowsOf(text, parted), parted });
    if (file) return file;
  }
  return undefined;
}

const number = /^-?\d{1,15}(?:[.,]\d{1,12})?$/;

/** A clock's time is seconds already; a number has a unit of its own. */
function timeIn(cell: string | undefined): { at: number; isClock: boolean } | undefined {
  const plain = cell?.trim().replace(/s$/, '') ?? '';
  const at = lenientSeconds(
    plain.replace(
      /^(\d{1,3}:\d{2}:\d{2})[:;](\d{2})$/,
      (_, clock, frames) => `${clock}.${Math.round(Number(frames) * 40)}`,
    ),
  );
  if (at !== undefined) return { at, isClock: true };
  return number.test(plain) ? { at: Number(plain.replace(',', '.')), isClock: false } : undefined;
}

function readColumns({ rows, parted }: Table): CaptionFile | undefined {
  const [first, ...others] = rows;
  if (!first || first.length < 2) return undefined;
  const hasHeads = !first.some((cell) => timeIn(cell)) && first.some((cell) => heads.start.test(cell.trim()));
  const body = hasHeads ? others : rows;
  const columns = hasHeads ? byHeads(first) : byCells(body);
  if (columns?.start === undefined || columns.text === undefined) return undefined;
  const { start, end, length, text, speaker } = columns;
  const timed = body.map((row) => ({ row, from: timeIn(row[start]), to: timeIn(row[end ?? length ?? -1]) }));
  const good = timed.filter(({ from, row }) => from && row.length > text);
  if (good.length === 0 || good.length < body.length * mostRows) return undefined;
  if (end === undefined && length === undefined && !hasHeads && good.length < 3) return undefined;
  const isLast = text === Math.max(start, end ?? 0, length ?? 0, text, speaker ?? 0);
  const said = good.map(({ row }) => stripMarkup(isLast ? row.slice(text).join(parted) : row[text]!));
  const isLength =
    length !== undefined ||
    (end !== undefined && good.filter(({ from, to }) => to && to.at < from!.at).length * 2 > good.length);
  const lengths = good.map(({ from, to }) => (to ? (isLength ? to.at : to.at - from!.at) : 0));
  const unit = good[0]!.from!.isClock
    ? 1
    : unitOf(
        lengths,
        good.map(({ from }) => from!.at),
        said,
      );
  const cues = good.slice(0, maxCues).map(({ row, from, to }, n): FileCue => {
    const at = from!.at * unit;
    const name = speaker === undefined ? undefined : row[speaker]?.trim();
    return {
      start: at,
      text: said[n]!,
      ...(to ? { end: at + lengths[n]! * (to.isClock ? 1 : unit) } : {}),
      ...(name ? { speaker: name } : {}),
    };
  });
  return { cues, broken: body.length - cues.length };
}

function byHeads(row: readonly string[]): Partial<Record<Column, number>> {
  const found: Partial<Record<Column, number>> = {};
  for (const [n, cell] of row.slice(0, mostColumns).entries())
    for (const column of ['text', 'speaker', 'length', 'end', 'start'] as const)
      if (heads[column].test(cell.trim())) {
        found[column] ??= n;
        break;
      }
  return found;
}

function byCells(rows: readonly string[][]): Partial<Record<Column, number>> | undefined {
  const sample = rows.slice(0, 500);
  const width = Math.min(
    mostColumns,
    ...sample
      .map((row) => row.length)
      .toSorted((one, other) => one - other)
      .slice(Math.floor(sample.length / 10), Math.floor(sample.length / 10) + 1),
  );
  const columns = Array.from({ length: width }, (_, n) => sample.map((row) => row[n]?.trim() ?? ''));
  const isTimed = columns.map((cells) => cells.filter((cell) => timeIn(cell)).length >= cells.length * mostRows);
  const isCount = (cells: readonly string[]): boolean =>
    cells.every((cell, n) => n === 0 || Number(cell) === Number(cells[n - 1]) + 1);
  const times = columns.flatMap((cells, n) => (isTimed[n] && !isCount(cells) ? [n] : []));
  const lettersIn = (cells: readonly string[]): number =>
    cells.reduce((sum, cell) => sum + (cell.match(/\p{L}/gu)?.length ?? 0), 0);
  const texts = columns.flatMap((cells, n) =>
    isTimed[n] ? [] : [{ n, letters: lettersIn(cells), kinds: new Set(cells).size }],
  );
  const text = texts.toSorted((one, other) => other.letters - one.letters)[0];
  const [start, end] = times;
  if (start === undefined || !text || text.letters < sample.length * 2) return undefined;
  const ascends = columns[start]!.every(
    (cell, n, all) => n === 0 || (timeIn(cell)?.at ?? 0) >= (timeIn(all[n - 1])?.at ?? 0),
  );
  if (!ascends) return undefined;
  const speaker = texts.find(({ n, letters, kinds }) => n !== text.n && letters > 0 && kinds * 2 <= sample.length);
  return { start, end, text: text.n, ...(speaker ? { speaker: speaker.n } : {}) };
}

/** Rows by their cells; quotes are those of RFC 4180. Comments and the frequencies of Audacity are none. */
function rowsOf(text: string, parted: string): string[][] {
  if (parted !== ' ' && text.includes('"')) return quotedRows(text, parted);
  const rows: string[][] = [];
  for (const line of eachLine(text)) {
    if (line.trim() === '' || /^[\\#]/.test(line)) continue;
    const cells = parted === ' ' ? spaced(line) : line.split(parted);
    if (!cells) return [];
    rows.push(cells);
    if (rows.length === 5 && rows.every((row) => row.length < 2)) return [];
  }
  return rows;
}

/** Blanks part the times alone: `f001 0.00 2.68 "Words"`. */
function spaced(line: string): string[] | undefined {
  const match =
    /^\s{0,9}(?:[\w-]{1,20}\s{1,9})??(\d{1,9}\.\d{1,9}|\d{4,9})\s{1,9}(\d{1,9}\.\d{1,9}|\d{4,9})\s{1,9}(\S.*)$/.exec(
      line,
    );
  return match ? [match[1]!, match[2]!, match[3]!.replace(/^"(.*)"$/, '$1')] : undefined;
}

function quotedRows(text: string, parted: string): string[][] {
  const sign = parted === '|' ? String.raw`\|` : parted;
  const cell = new RegExp(
    String.raw`(?:"([^"]{0,5000}(?:""[^"]{0,5000}){0,100})"(?=${sign}|\n|$)|([^${sign}\n]*))(${sign}|\n|$)`,
    'y',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text)!;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === parted) continue;
    if (row.some((each) => each.trim())) rows.push(row);
    row = [];
    if (rows.length === 5 && rows.every((each) => each.length < 2)) return [];
  }
  if (row.some((each) => each.trim())) rows.push(row);
  return rows;
}
