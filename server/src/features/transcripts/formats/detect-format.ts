import { longestText, readAnyJson } from './any-json.ts';
import { readAnyXml } from './any-xml.ts';
import { readAss } from './ass.ts';
import { bracketedHead, eachTimeApart, isDouble, readBracketed, otterHead, revHead } from './bracketed-times.ts';
import type { CaptionFile } from './caption-file.ts';
import { clockHead, readClockLines } from './clock-lines.ts';
import { readZoomCaptions, sbvHead, srtHead, zoomHead, markedHead, readMarkedLines } from './line-formats.ts';
import { type LooseJson, parseLooseJson } from './loose-json.ts';
import { withPlainTimes } from './plain-times.ts';
import { readRecogniserJson } from './recogniser-json.ts';
import { textOfRtf } from './rtf.ts';
import { readSami } from './sami.ts';
import { readScc } from './scc.ts';
import { readCaptionTable } from './tables.ts';
import { type CueHead, eachLine, readTimedBlocks } from './timed-blocks.ts';
import { textOfPage } from './plain-text.ts';
import { isTimeline, type TimedLine } from './timeline.ts';
import { readTtml } from './ttml.ts';
import { readUntimed } from './untimed.ts';
import { withClockTimes } from './written-times.ts';
import { readWebvtt } from './webvtt-dialects.ts';
import { isTextGrid, readTextGrid } from './textgrid.ts';

type Read = (text: string, language?: string) => CaptionFile;

/** Facts about the recording: its duration in seconds and its language. */
type KnownBefore = { duration?: number | undefined; language?: string | undefined };

/** Forms that a signature at their beginning tells. */
const signed = {
  webvtt: { fits: (text) => /^WEBVTT\b/.test(text), read: readWebvtt },
  ttml: {
    fits: (text) =>
      /^\s{0,99}</.test(text) && /<(?:(?:\w{1,20}:)?tt|transcript|timedtext)[\s>]/i.test(text.slice(0, 10_000)),
    read: readTtml,
  },
  sami: { fits: (text) => /^(?:\s{0,99}<[?!][^>]{0,300}>){0,3}\s{0,99}<sami[\s>]/i.test(text), read: readSami },
  scc: { fits: (text) => /^\s{0,99}Scenarist_SCC/i.test(text), read: readScc },
  textgrid: { fits: isTextGrid, read: readTextGrid },
  ass: {
    fits: (text) => /^(?:\s{0,99};.{0,200}\n){0,20}\s{0,99}\[(?:Script Info|V4\+? Styles|Events)\]/i.test(text),
    read: readAss,
  },
} as const satisfies Record<string, { fits: (text: string) => boolean; read: Read }>;

/**
 * Formats recognised by their time lines: the one with the most wins. `loose` lines also occur by chance, so they must
 * form a recording's timeline.
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

export type CaptionFormat = keyof typeof signed | keyof typeof lined | 'json' | 'xml' | 'table' | 'ebu-stl' | 'untimed';

export type DetectedCaptions = { format: CaptionFormat; file: CaptionFile };

/** Formats that look like tables: Spruce subtitles with remarks, settings and frames, and TMPlayer rows. */
const tmPlayer = /^(\s{0,9}\d{1,2}:\d{2}:\d{2}),\d=/gm;
const isSpruce =
  /^(?:[ \t]*(?:(?:\/\/|\$)[^\n]*)?\n)*\s{0,9}\d\d:\d\d:\d\d[:;]\d\d\s{0,9},\s{0,9}\d\d:\d\d:\d\d[:;]\d\d\s{0,9},(?!\s{0,9}")/;

const lettersLost = (text: string): number => text.match(/\uFFFD/g)?.length ?? 0;

/** Which form a file has, and what is in it; undefined for what holds no transcript. */
export function detectFormat(given: string, known: KnownBefore = {}): DetectedCaptions | undefined {
  if (!/^\s{0,99}\{\\rtf/.test(given)) return formatOf(given, known);
  const text = textOfRtf(given);
  const found = formatOf(text, known);
  // Subtracts lost letters of the file itself, because decoding has counted them already.
  const lost = Math.max(0, lettersLost(text) - lettersLost(given));
  return found && { ...found, file: { ...found.file, broken: found.file.broken + lost } };
}

/** Matches pages written for a browser without times in their tags. */
const isPage =
  /^\s{0,99}<(?:!doctype html|html|body|pre|p|div|table|span|br)\b(?![^]{0,10000}<[^>]{0,300}\b(?:begin|start)=)/i;

/** Lists of numbers alone are how other forms write times. */
const isStructure = (value: unknown): boolean =>
  typeof value === 'string' ||
  (Array.isArray(value)
    ? value.some((item) => typeof item === 'string' || isStructure(item))
    : typeof value === 'object' && value !== null);

/** Reads the timed entries of JSON, else its longest text; names and symbols are not speech. */
function ofJson({ value, isCut }: LooseJson, known: KnownBefore): DetectedCaptions | undefined {
  const file = readRecogniserJson(value) ?? readAnyJson(value, known.duration);
  if (file) return { format: 'json', file: { ...file, broken: file.broken + Number(isCut) } };
  return formatOf(longestText(value), known);
}

/** `isOfPage`: the text stood on a page already, and is not taken for another one. */
function formatOf(given: string, known: KnownBefore, isOfPage = false): DetectedCaptions | undefined {
  const { duration, language } = known;
  let text = given;
  for (const [format, { fits, read }] of Object.entries<{ fits: (text: string) => boolean; read: Read }>(signed))
    if (fits(text)) {
      const file = read(text, language);
      // Elements of its names are used in other ways too.
      if (format !== 'ttml' || file.cues.length > 0) return { format: format as CaptionFormat, file };
      const other = readAnyXml(text, duration);
      return other ? { format: 'xml', file: other } : { format, file };
    }
  const xml = readAnyXml(text, duration);
  if (xml) return { format: 'xml', file: xml };
  if (!isOfPage && isPage.test(text)) {
    const found = formatOf(textOfPage(text), known, true);
    // A page has more than what is said in it.
    return found?.format === 'untimed' ? undefined : found;
  }
  const json = parseLooseJson(text);
  if (json && isStructure(json.value)) return ofJson(json, known);
  text = withNamedTimes(text.replace(tmPlayer, '$1='));
  const table = isSpruce.test(text) ? undefined : readCaptionTable(text, duration);
  if (table) return { format: 'table', file: table };
  const timed = ofLines(text);
  if (timed) return timed;
  const clocked = withClockTimes(text, duration);
  const written = clocked && ofLines(clocked.text);
  if (written) return { ...written, file: { ...written.file, guessedUnit: clocked.guessedUnit } };
  const bare = ofLines(withoutMarks(text));
  if (bare) return bare;
  const file = readUntimed(text);
  return file && { format: 'untimed', file };
}

/** `start=1.0 stop=4.0 Words`, and the same in lines of their own. */
const namedTimes =
  /^[^\S\n]{0,9}(?:- )?(?:start|begin|from|in)(?: ?time)? ?[:=] ?([\d:.,]{1,15})[\s,;]{1,9}(?:end|stop|to|out)(?: ?time)? ?[:=] ?([\d:.,]{1,15}?)(?=[\s,;])[\s,;]{1,9}(?:(?:text|title|words?|msg|said) ?[:=] ?)?(.*)$/gim;

const withNamedTimes = (text: string): string =>
  text.replace(namedTimes, (_, from: string, to: string, said: string) => {
    const words = said.replace(/^(["'])(.*)\1$/, '$2');
    return `[${from} --> ${to}] ${words}`;
  });

const clock = String.raw`(?:\d{1,3}:)?\d{1,4}:\d{2}(?:[.,]\d{1,9})?`;
/** Marks of lists, of weight and of code, quotes and wide brackets about the times of a line. */
const marked = new RegExp(
  String.raw`^[^\S\n]{0,9}(?:[-*•‣·][^\S\n]{1,3})?(?:\*\*|__|[\x60"“”@]|T\+|time:[^\S\n])?[[({<【（〔［｛]?(${clock}(?:[^\p{L}\p{N}\n]{1,7}${clock})?)[\])}>】）〕］｝]?(?:\*\*|__|[\x60"“”])?(?:[^\S\n]{0,3}[-–—|:])?[^\S\n]{0,9}(?=\S|$)`,
  'gimu',
);

/** The lines with their times in plain brackets. */
const withoutMarks = (text: string): string =>
  text
    .replace(
      /(?:(?<hours>\d{1,2})[时時])?(\d{1,3})分(\d{1,2})秒/g,
      (_, hours: string | undefined, minutes: string, seconds: string) =>
        [hours ?? '0', minutes.padStart(2, '0'), seconds.padStart(2, '0')].join(':'),
    )
    .replace(/^(\*\*|__)(\d{1,6})\1$/gm, '$2')
    .replace(marked, '[$1] ');

function ofLines(text: string): DetectedCaptions | undefined {
  // Seconds are less than sixty: hundredths stand there.
  const given = /^\[\d{2}:\d{2}:[6-9]\d\]/m.test(text) ? text.replace(/^(\[\d{2}:\d{2}):(?=\d{2}\])/gm, '$1.') : text;
  const plain = eachTimeApart(withPlainTimes(given));
  const format = linedFormat(plain);
  return format && { format, file: lined[format].read(plain) };
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
