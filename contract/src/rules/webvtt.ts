import { decodeHTML } from 'entities/decode';
import type { Cue } from '../transcripts/cue.ts';

const elements = ['c', 'i', 'b', 'u', 'ruby', 'rt', 'v', 'lang'] as const;
type Tag = (typeof elements)[number];

/** An element of cue text. `annotation` is the speaker of `<v>` and the language of `<lang>`. */
type CueElement = { tag: Tag; classes: string[]; annotation: string; children: CueNode[] };
type CueNode = string | { timestamp: string } | CueElement;

/** Words said by one voice. */
type VoiceRun = { text: string; speaker?: string };

/** Reads the text of a cue into its tree by the W3C rules (https://www.w3.org/TR/webvtt1/#cue-text-parsing). */
export function parseCueText(text: string): CueNode[] {
  const root: CueNode[] = [];
  const open: CueElement[] = [];
  let position = 0;
  while (position < text.length) {
    const siblings = open.at(-1)?.children ?? root;
    if (text[position] !== '<') {
      const end = indexOrEnd(text, '<', position);
      siblings.push(decodeHTML(text.slice(position, end)));
      position = end;
      continue;
    }
    const end = indexOrEnd(text, '>', position);
    readTag(text.slice(position + 1, end), siblings, open);
    position = end + 1;
  }
  return root;
}

/** The plain text of a cue, cut where the voice changes. White space stays as it is. */
export function voiceRuns(text: string): VoiceRun[] {
  const runs: VoiceRun[] = [];
  const waiting: { node: CueNode; speaker: string }[] = [];
  const queue = (nodes: CueNode[], speaker: string) => {
    for (const node of nodes.toReversed()) waiting.push({ node, speaker });
  };
  queue(parseCueText(text), '');
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, speaker } = next;
    if (typeof node === 'string') {
      const last = runs.at(-1);
      if (last && (last.speaker ?? '') === speaker) last.text += node;
      else runs.push(speaker ? { text: node, speaker } : { text: node });
    } else if ('tag' in node) {
      queue(node.children, node.tag === 'v' ? node.annotation : speaker);
    }
  }
  return runs;
}

/** Makes a text safe inside a cue: it can neither become a tag nor, by `-->`, a timing line. */
export function escapeCueText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function readTag(tag: string, siblings: CueNode[], open: CueElement[]) {
  if (tag.startsWith('/')) return close(tag.slice(1), open);
  if (/^\d/.test(tag)) {
    if (/^(?:\d+:)?[0-5]\d:[0-5]\d\.\d{3}$/.test(tag)) siblings.push({ timestamp: tag });
    return;
  }
  const space = /[\t\n\f ]/.exec(tag)?.index ?? tag.length;
  const [name = '', ...classes] = tag.slice(0, space).split('.');
  const isRubyText = name === 'rt';
  if (!isElement(name) || (isRubyText && open.at(-1)?.tag !== 'ruby')) return;
  const annotation = decodeHTML(tag.slice(space)).trim().replace(/\s+/g, ' ');
  const element: CueElement = { tag: name, classes: classes.filter(Boolean), annotation, children: [] };
  siblings.push(element);
  open.push(element);
}

function close(name: string, open: CueElement[]) {
  const current = open.at(-1)?.tag;
  if (current === name) open.pop();
  else if (name === 'ruby' && current === 'rt') open.splice(-2);
}

function isElement(name: string): name is Tag {
  return (elements as readonly string[]).includes(name);
}

function indexOrEnd(text: string, sought: string, from: number): number {
  const found = text.indexOf(sought, from);
  return found < 0 ? text.length : found;
}

/** One cue of a WebVTT file as it stands there. Times are seconds; `text` still holds tags and entities. */
export type VttCue = { id: string; start: number; end: number; settings: string; text: string };

/**
 * Reads WebVTT by the W3C algorithm (https://www.w3.org/TR/webvtt1/#file-parsing); never fails. Skips non-cues; no
 * signature gives no cues. Keeps file order and reversed times; drops style and region blocks.
 */
export function parseWebvtt(text: string): VttCue[] {
  const file = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .replace(/\r\n?/g, '\n');
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(file)) return [];

  const cues: VttCue[] = [];
  const reader = lineReader(file);
  reader.next();
  readBlock(reader, true);
  while (!reader.ended()) {
    const cue = readBlock(reader, false);
    if (cue) cues.push(cue);
  }
  return cues;
}

/** The cues of a WebVTT file as a transcript has them: plain text and the first speaker of each. */
export function webvttCues(text: string): Cue[] {
  return parseWebvtt(text).map(({ start, end, text: tagged }) => {
    const runs = voiceRuns(tagged);
    const speaker = runs.find((run) => run.speaker)?.speaker;
    return { start, end, text: runs.map((run) => run.text).join(''), ...(speaker ? { speaker } : {}) };
  });
}

/** Writes a WebVTT file. Speakers become voice tags; text is escaped, so that it is shown as it was written. */
export function formatWebvtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, text, speaker }) => {
    const voice = speaker ? `<v ${escapeCueText(speaker.replace(/\s+/g, ' ').trim())}>` : '';
    const lines = text.trim().replace(/\s*\n\s*/g, '\n');
    return `${vttTime(start)} --> ${vttTime(end)}\n${voice}${escapeCueText(lines)}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** Seconds as `HH:MM:SS.mmm`, with more digits for the hours where they are needed. */
export function vttTime(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (unit: number, size: number, digits = 2) => String(Math.floor(ms / unit) % size).padStart(digits, '0');
  const hours = String(Math.floor(ms / 3_600_000)).padStart(2, '0');
  return `${hours}:${part(60_000, 60)}:${part(1000, 60)}.${part(1, 1000, 3)}`;
}

type LineReader = ReturnType<typeof lineReader>;

/** Reads a text line by line and can give one line back; the lines are never all held at once. */
function lineReader(text: string) {
  let position = 0;
  let previous = 0;
  return {
    ended: () => position >= text.length,
    next(): string {
      previous = position;
      const found = text.indexOf('\n', position);
      const end = found < 0 ? text.length : found;
      position = end + 1;
      return text.slice(previous, end);
    },
    giveBack() {
      position = previous;
    },
  };
}

/** Collects one block: the lines up to a blank one, or up to the timing line that begins the next cue. */
function readBlock(reader: LineReader, isHeader: boolean): VttCue | undefined {
  let timing: Timing | undefined;
  let arrowSeen = false;
  let lineCount = 0;
  let id = '';
  const lines: string[] = [];
  while (!reader.ended()) {
    const line = reader.next();
    lineCount += 1;
    if (line.includes('-->')) {
      if (isHeader || arrowSeen || lineCount > 2) {
        reader.giveBack();
        break;
      }
      arrowSeen = true;
      timing = parseTiming(line);
      id = lines.splice(0)[0] ?? '';
    } else if (line === '') {
      break;
    } else {
      lines.push(line);
    }
  }
  return timing && { id, ...timing, text: lines.join('\n') };
}

type Timing = { start: number; end: number; settings: string };

const timingLine =
  /^[ \t\f]*((?:\d+:)?[0-5]\d:[0-5]\d\.\d{3})(?!\d)[ \t\f]*-->[ \t\f]*((?:\d+:)?[0-5]\d:[0-5]\d\.\d{3})(?!\d)/;

function parseTiming(line: string): Timing | undefined {
  const match = timingLine.exec(line);
  if (!match) return undefined;
  const [whole, start = '', end = ''] = match;
  return { start: parseVttTime(start), end: parseVttTime(end), settings: line.slice(whole.length).trim() };
}

/** Seconds of a time that has the form `[H…:]MM:SS.mmm`. */
function parseVttTime(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = time.split(':').reverse().map(Number);
  return (hours * 3_600_000 + minutes * 60_000 + Math.round(seconds * 1000)) / 1000;
}
