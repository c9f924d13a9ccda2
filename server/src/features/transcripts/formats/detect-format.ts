import { parseLooseJson, readAnyJson } from './any-json.ts';
import { readAss } from './ass.ts';
import { bracketedHead, eachTimeApart, isDouble, readBracketed } from './bracketed-times.ts';
import type { CaptionFile } from './caption-file.ts';
import { clockHead, readClockLines } from './clock-lines.ts';
import { readZoomCaptions, sbvHead, srtHead, zoomHead } from './line-formats.ts';
import { markedHead, readMarkedLines } from './marked-lines.ts';
import { withPlainTimes } from './plain-times.ts';
import { readRecogniserJson } from './recogniser-json.ts';
import { textOfRtf } from './rtf.ts';
import { readSami } from './sami.ts';
import { readScc } from './scc.ts';
import { readTable } from './tables.ts';
import { type CueHead, eachLine, readTimedBlocks } from './timed-blocks.ts';
import { isTimeline, type TimedLine } from './timeline.ts';
import { readTtml } from './ttml.ts';
import { isTextGrid, readTextGrid } from './textgrid.ts';
import { otterHead, revHead } from './turn-heads.ts';
import { readUntimed } from './untimed.ts';
import { readWebvtt } from './webvtt-dialects.ts';

type Read = (text: string, language?: string) => CaptionFile;

/** What is known of the recording beside the file: seconds, and its language. */
type KnownBefore = { duration?: number | undefined; language?: string | undefined };

/** Forms that a signature at their beginning tells. */
const signed = {
  webvtt: { fits: (text) => /^WEBVTT\b/.test(text), read: readWebvtt },
  ttml: {
    fits: (text) =>
      /^\s{0,99}</.test(text) && /<(?:(?:\w{1,20}:)?tt|transcript|timedtext)[\s>]/.test(text.slice(0, 10_000)),
    read: readTtml,
  },
  sami: { fits: (text) => /^\s{0,99}<sami[\s>]/i.test(text), read: readSami },
  scc: { fits: (text) => /^\s{0,99}Scenarist_SCC/i.test(text), read: readScc },
  textgrid: { fits: isTextGrid, read: readTextGrid },
  ass: { fits: (text) => /^(?:\s{0,99};.{0,200}\n){0,20}\s{0,99}\[Script Info\]/i.test(text), read: readAss },
} as const satisfies Record<string, { fits: (text: string) => boolean; read: Read }>;

/**
 * Forms in which lines with times tell: the one with most of them it is. `loose` are those whose lines other texts may
 * have by chance: they must be the time line of a recording.
 */
const lined = {
  srt: { head: srtHead, read: (text) => readTimedBlocks(text, srtHead) },
  sbv: { head: sbvHead, read: (text) => readTimedBlocks(text, sbvHead, { isNumbered: false }) },
  zoom: { head: zoomHead, read: readZoomCaptions },
  bracketed: { isLoose: true, head: bracketedHead, read: readBracketed },
  rev: { isLoose: true, head: revHead, read: (text) => readTimedBlocks(text, revHead, { isLoose: true }) },
  otter: { isLoose: true, head: otterHead, read: (text) => readTimedBlocks(text, otterHead, { isLoose: true }) },
  marked: { isLoose: true, head: markedHead, read: readMarkedLines },
  clock: { isLoose: true, head: clockHead, read: readClockLines },
} as const satisfies Record<string, { isLoose?: true; head: (line: string) => CueHead; read: Read }>;

export type CaptionFormat = keyof typeof signed | keyof typeof lined | 'json' | 'table' | 'ebu-stl' | 'untimed';

export type Known = { format: CaptionFormat; file: CaptionFile };

/** Subtitles as Spruce lists them, which look like a table: remarks, settings, and times with frames. */
const isSpruce =
  /^(?:[ \t]*(?:(?:\/\/|\$)[^\n]*)?\n)*\s{0,9}\d\d:\d\d:\d\d[:;]\d\d\s{0,9},\s{0,9}\d\d:\d\d:\d\d[:;]\d\d\s{0,9},(?!\s{0,9}")/;

const lettersLost = (text: string): number => text.match(/\uFFFD/g)?.length ?? 0;

/** Which form a file has, and what is in it; undefined for what holds no transcript. */
export function detectFormat(given: string, known: KnownBefore = {}): Known | undefined {
  if (!/^\s{0,99}\{\\rtf/.test(given)) return formatOf(given, known);
  const text = textOfRtf(given);
  const found = formatOf(text, known);
  // Those of the file itself are counted where its bytes became letters.
  const lost = Math.max(0, lettersLost(text) - lettersLost(given));
  return found && { ...found, file: { ...found.file, broken: found.file.broken + lost } };
}

function formatOf(text: string, { duration, language }: KnownBefore): Known | undefined {
  for (const [format, { fits, read }] of Object.entries<{ fits: (text: string) => boolean; read: Read }>(signed))
    if (fits(text)) return { format: format as CaptionFormat, file: read(text, language) };
  if (/^\s{0,99}[[{]/.test(text)) {
    const value = parseLooseJson(text);
    const file = value === undefined ? undefined : (readRecogniserJson(value) ?? readAnyJson(value, duration));
    if (file) return { format: 'json', file };
  }
  const table = isSpruce.test(text) ? undefined : readTable(text, duration);
  if (table) return { format: 'table', file: table };
  const plain = eachTimeApart(withPlainTimes(text));
  const format = linedFormat(plain);
  if (format) return { format, file: lined[format].read(plain) };
  const file = readUntimed(text);
  return file && { format: 'untimed', file };
}

/** Lines that are looked at: what has no time in so many has none. */
const mostLines = 20_000;

function linedFormat(text: string): keyof typeof lined | undefined {
  const names = Object.keys(lined) as (keyof typeof lined)[];
  const found = new Map(names.map((name) => [name, [] as TimedLine[]]));
  let [written, offset, doubles] = [0, 0, 0];
  for (const line of eachLine(text)) {
    offset += line.length + 1;
    if (line.trim() === '') continue;
    for (const name of names) {
      const head = lined[name].head(line);
      if (typeof head === 'object') found.get(name)!.push({ at: head.start, line: written, offset });
    }
    if (isDouble(line)) doubles += 1;
    if ((written += 1) > mostLines) break;
  }
  const fits = (name: keyof typeof lined): boolean => {
    const heads = found.get(name)!;
    if (name === 'bracketed' && doubles * 2 > heads.length) return false;
    return 'isLoose' in lined[name] ? isTimeline(heads, written) : heads.length > 0;
  };
  return names.filter(fits).toSorted((one, other) => found.get(other)!.length - found.get(one)!.length)[0];
}
