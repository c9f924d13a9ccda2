import { parseLooseJson, readAnyJson } from './any-json.ts';
import { readAss } from './ass.ts';
import { bracketedHead, eachTimeApart } from './bracketed-times.ts';
import type { CaptionFile } from './caption-file.ts';
import { clockHead, readClockLines } from './clock-lines.ts';
import { readZoomCaptions, sbvHead, srtHead, zoomHead } from './line-formats.ts';
import { isMarked, readMarkedLines } from './marked-lines.ts';
import { withPlainTimes } from './plain-times.ts';
import { readRecogniserJson } from './recogniser-json.ts';
import { textOfRtf } from './rtf.ts';
import { readSami } from './sami.ts';
import { readScc } from './scc.ts';
import { readTable } from './tables.ts';
import { eachLine, readTimedBlocks } from './timed-blocks.ts';
import { readTtml } from './ttml.ts';
import { otterHead, revHead } from './turn-heads.ts';
import { readUntimed } from './untimed.ts';
import { readWebvtt } from './webvtt-dialects.ts';

type Read = (text: string) => CaptionFile;

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
  ass: { fits: (text) => /^(?:\s{0,99};.{0,200}\n){0,20}\s{0,99}\[Script Info\]/i.test(text), read: readAss },
} as const satisfies Record<string, { fits: (text: string) => boolean; read: Read }>;

/**
 * Forms in which lines with times tell: the one with most of them it is. `loose` are those whose lines other texts may
 * have by chance: one is not enough, unless the file begins with it.
 */
const lined = {
  srt: { head: (line) => typeof srtHead(line) === 'object', read: (text) => readTimedBlocks(text, srtHead) },
  sbv: { head: (line) => sbvHead(line) !== undefined, read: (text) => readTimedBlocks(text, sbvHead) },
  zoom: { head: (line) => zoomHead(line) !== undefined, read: readZoomCaptions },
  bracketed: {
    loose: true,
    head: (line) => typeof bracketedHead(line) === 'object',
    read: (text) => readTimedBlocks(text, bracketedHead),
  },
  rev: { loose: true, head: (line) => revHead(line) !== undefined, read: (text) => readTimedBlocks(text, revHead) },
  otter: {
    loose: true,
    head: (line) => otterHead(line) !== undefined,
    read: (text) => readTimedBlocks(text, otterHead),
  },
  marked: { loose: true, head: isMarked, read: readMarkedLines },
  clock: { loose: true, head: (line) => clockHead(line) !== undefined, read: readClockLines },
} as const satisfies Record<string, { loose?: true; head: (line: string) => boolean; read: Read }>;

export type CaptionFormat = keyof typeof signed | keyof typeof lined | 'json' | 'table' | 'ebu-stl' | 'untimed';

export type Known = { format: CaptionFormat; file: CaptionFile };

/** Which form a file has, and what is in it; undefined for what holds no transcript. */
export function detectFormat(given: string): Known | undefined {
  const isRtf = /^\s{0,99}\{\\rtf/.test(given);
  const text = isRtf ? textOfRtf(given) : given;
  for (const [format, { fits, read }] of Object.entries(signed))
    if (fits(text)) return { format: format as CaptionFormat, file: read(text) };
  if (/^\s{0,99}[[{]/.test(text)) {
    const value = parseLooseJson(text);
    const file = value === undefined ? undefined : (readRecogniserJson(value) ?? readAnyJson(value));
    if (file) return { format: 'json', file };
  }
  const table = readTable(text);
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
  const counts = new Map(names.map((name) => [name, 0]));
  const begins = new Set<string>();
  let written = 0;
  for (const line of eachLine(text)) {
    if (line.trim() === '') continue;
    for (const name of names)
      if (lined[name].head(line)) {
        counts.set(name, counts.get(name)! + 1);
        if (written === 0) begins.add(name);
      }
    if ((written += 1) > mostLines) break;
  }
  const fits = (name: keyof typeof lined): boolean =>
    counts.get(name)! > ('loose' in lined[name] && !begins.has(name) ? 1 : 0);
  return names.filter(fits).toSorted((one, other) => counts.get(other)! - counts.get(one)!)[0];
}
