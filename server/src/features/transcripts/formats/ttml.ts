import { decodeHTML } from 'entities/decode';
import { SaxesParser } from 'saxes';
import { type CaptionFile, type FileCue, maxCues, maxTime, toMilliseconds } from './caption-file.ts';
import { guessTimeUnit } from './time-units.ts';

/** No caption file nests deeper; a file that does is meant to fill the memory. */
const maxDepth = 100;
/** Mistakes in the XML that are read over before the file is given up. */
const maxMistakes = 100;

type Frame = { name: string; begin: number; end?: number; isTimed: boolean; cue?: FileCue };

/**
 * Reads TTML, DFXP (https://www.w3.org/TR/ttml2/) and YouTube's XML. Times count from the parent's begin; speakers
 * come from agents. Damaged XML gives earlier cues; custom entities stay unexpanded.
 */
export function readTtml(text: string): CaptionFile {
  const cues: FileCue[] = [];
  const agents = new Map<string, string>();
  const stack: Frame[] = [];
  let clock = ttmlClock({});
  let language: string | undefined;
  let agent: string | undefined;
  let broken = 0;
  let mistakes = 0;
  /** Its texts are escaped twice. */
  let isYouTube = false;

  /** All times are whole numbers without a unit. */
  let isPlain = true;
  const watched = (time: string | undefined): number | undefined => {
    if (time !== undefined && !/^\d{1,15}$/.test(time)) isPlain = false;
    return clock(time);
  };

  const parser = new SaxesParser();
  parser.ENTITIES['nbsp'] = '\u00A0';

  parser.on('opentag', ({ name: qualified, attributes: given }) => {
    if (stack.length >= maxDepth) throw new Error('nested too deep');
    const name = localName(qualified);
    const attributes = Object.fromEntries(Object.entries(given).map(([key, value]) => [localName(key), value]));
    if (name === 'tt') {
      clock = ttmlClock(attributes);
      language = attributes['lang'];
    }
    // Only in the older one are letters escaped twice.
    if (name === 'transcript') isYouTube = true;
    if (name === 'agent') agent = attributes['id'];
    if (name === 'br') append(stack, '\n');
    stack.push(openFrame(name, attributes, stack.at(-1), watched));
  });

  parser.on('text', (content) => {
    if (agent && stack.at(-1)?.name === 'name') agents.set(agent, content.trim());
    append(stack, content.replace(/\s+/g, ' '));
  });
  parser.on('cdata', (content) => append(stack, content));

  parser.on('closetag', () => {
    const frame = stack.pop();
    if (frame?.name === 'agent') agent = undefined;
    const cue = frame?.cue;
    if (!cue?.text.trim()) return;
    if (!frame?.isTimed || cue.start > maxTime || cues.length >= maxCues) broken += 1;
    else
      cues.push({
        ...cue,
        text: isYouTube ? decodeHTML(cue.text) : cue.text,
        speaker: cue.speaker && agents.get(cue.speaker),
      });
  });

  parser.on('error', (error) => {
    mistakes += 1;
    if (mistakes > maxMistakes) throw error;
  });

  try {
    parser.write(text.trimStart()).close();
  } catch {
    broken += 1;
  }
  const file = { cues, broken: broken + (mistakes ? 1 : 0), language: language || undefined };
  return isPlain ? { ...file, ...inLikelyUnit(cues) } : file;
}

/** Players' makers write seconds, and some milliseconds, without saying so. */
function inLikelyUnit(cues: readonly FileCue[]): Pick<CaptionFile, 'cues' | 'guessedUnit'> {
  const starts = cues.map(({ start }) => start);
  const lengths = cues.map(({ start, end = start }) => end - start);
  const { unit, name } = guessTimeUnit({ starts, lengths, said: cues.map(({ text }) => text) }, undefined);
  const scaled = cues.map(({ start, end, ...cue }) => ({
    ...cue,
    start: toMilliseconds(start * unit),
    ...(end === undefined ? {} : { end: toMilliseconds(end * unit) }),
  }));
  return { cues: scaled, guessedUnit: name };
}

function openFrame(
  name: string,
  attributes: Record<string, string>,
  parent: Frame | undefined,
  clock: (time: string | undefined) => number | undefined,
): Frame {
  const from = parent?.begin ?? 0;
  // YouTube's own XML has `start` and `dur`, or `t` and `d` in milliseconds.
  const ms = (value: string | undefined): string | undefined => value && `${value}ms`;
  const begin = clock(attributes['begin'] ?? attributes['start'] ?? (name === 's' ? undefined : ms(attributes['t'])));
  const end = clock(attributes['end'] ?? attributes['stop']);
  const length = clock(attributes['dur'] ?? ms(attributes['d']));
  const start = from + (begin ?? 0);
  const frame: Frame = {
    name,
    begin: start,
    end: end !== undefined ? from + end : length !== undefined ? start + length : parent?.end,
    isTimed: begin !== undefined || (parent?.isTimed ?? false),
  };
  const isTimedSpan = name === 'span' && begin !== undefined && !parent?.isTimed;
  if (name === 'p' || name === 'text' || isTimedSpan) {
    frame.cue = { start, end: frame.end, text: '', speaker: attributes['agent'] };
  }
  return frame;
}

/** Adds text to the innermost paragraph or span that makes a cue. */
function append(stack: readonly Frame[], text: string) {
  const cue = stack.findLast((frame) => frame.cue)?.cue;
  if (cue) cue.text += text;
}

/** Some write names in capitals. */
function localName(qualified: string): string {
  const name = qualified.slice(qualified.lastIndexOf(':') + 1);
  return /^[A-Z](?:[A-Z]*|[a-z]+)$/.test(name) ? name.toLowerCase() : name;
}

/**
 * Returns a reader of TTML times (https://www.w3.org/TR/ttml2/#timing-value-time-expression) for the root's
 * attributes; also accepts clocks without hours and seconds without a unit. Gives seconds, undefined if invalid.
 */
function ttmlClock(root: Record<string, string>): (time: string | undefined) => number | undefined {
  const frameRate = (positive(root['frameRate']) ?? 30) * multiplier(root['frameRateMultiplier']);
  const tickRate = positive(root['tickRate']) ?? (root['frameRate'] ? frameRate : 1);
  const units = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / frameRate, t: 1 / tickRate };

  return (time = '') => {
    const offset = /^(\d{1,15}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/.exec(time);
    if (offset) return toMilliseconds(Number(offset[1]) * units[offset[2] as keyof typeof units]);
    if (/^\d{1,15}(?:\.\d{1,9})?$/.test(time)) return toMilliseconds(Number(time));
    const clock = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{2}(?:[.,]\d{1,9})?)(?:[:;](\d{1,4}(?:\.\d{1,9})?))?$/.exec(time);
    if (!clock) return undefined;
    const [, hours = '0', minutes, seconds = '', frames = '0'] = clock;
    const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
    return toMilliseconds(whole + Number(frames) / frameRate);
  };
}

function positive(value: string | undefined): number | undefined {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/** `1000 1001`, or the older `1000:1001`. */
function multiplier(value = ''): number {
  const [over, under] = value.split(/[ :]/);
  return (positive(over) ?? 1) / (positive(under) ?? 1);
}
