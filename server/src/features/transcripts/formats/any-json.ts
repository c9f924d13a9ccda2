import { cuesOfWords } from '../words-to-cues.ts';
import { type CaptionFile, type FileCue, maxCues } from './caption-file.ts';
import { lenientSeconds } from './line-times.ts';
import { unitOf } from './time-units.ts';

/** A JSON text as Python writes it too: with NaN, or with a value in each line. Undefined for none. */
export function parseLooseJson(text: string): unknown {
  const plain = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"?|-?\b(?:NaN|Infinity)\b/gs, (part) =>
    part.startsWith('"') ? part : 'null',
  );
  for (const json of [text, plain])
    try {
      return JSON.parse(json);
    } catch {}
  const lines = plain.split('\n').filter((line) => line.trim());
  try {
    return lines.length > 1 ? lines.map((line): unknown => JSON.parse(line.replace(/,\s*$/, ''))) : undefined;
  } catch {
    return undefined;
  }
}

/** Names under which recognisers write each thing; those of milliseconds and ticks say so. */
const names = {
  text: [
    'text',
    'transcript',
    'sentence',
    'content',
    'caption',
    'utterance',
    'punctuated_word',
    'word',
    'value',
    'line',
    'subtitle',
    'display',
    'utf8',
  ],
  start: [
    'start',
    'begin',
    'from',
    'start_time',
    'startTime',
    'starttime',
    'startOffset',
    'start_ms',
    'startMs',
    'startTimeMs',
    'tStartMs',
    'offsetInTicks',
    'offsetMilliseconds',
    'offset',
    'ts',
    'time',
    'timestamp',
    'timestamps',
    'offsets',
  ],
  end: [
    'end',
    'to',
    'stop',
    'end_time',
    'endTime',
    'endtime',
    'endOffset',
    'end_ms',
    'endMs',
    'endTimeMs',
    'end_ts',
    'timestamp',
    'timestamps',
    'offsets',
  ],
  length: [
    'duration',
    'dur',
    'dDurationMs',
    'duration_ms',
    'durationMs',
    'durationInTicks',
    'durationMilliseconds',
    'length',
  ],
  speaker: [
    'speaker',
    'speaker_label',
    'speakerLabel',
    'speaker_id',
    'speakerId',
    'speakerTag',
    'speaker_name',
    'name',
  ],
} as const;

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `unit` where the file says which it is. */
type Time = { at: number; unit?: number };
type Entry = {
  text: string;
  start?: Time | undefined;
  end?: Time | undefined;
  length?: Time | undefined;
  speaker?: string | number | undefined;
};

const deepest = 12;

/**
 * The transcript in the JSON of no known recogniser: of all lists of things with words and times, the one with the most
 * words. A thing without a time is left out and counted, and does not cost the others theirs.
 */
export function readAnyJson(value: unknown): CaptionFile | undefined {
  const lists = new Map<string, Entry[]>();
  collect(value, '', deepest, lists);
  const found = [...lists.values()]
    .filter((entries) => entries.some(({ start }) => start))
    .map((entries) => ({ entries, letters: entries.reduce((sum, { text }) => sum + text.length, 0) }));
  const most = Math.max(0, ...found.map(({ letters }) => letters));
  // The same words are often there twice, as sentences and one by one: sentences have fewer entries.
  const best = found
    .filter(({ letters }) => letters >= most * 0.7)
    .toSorted((one, other) => one.entries.length - other.entries.length)[0];
  return best && most > 0 ? fileOf(best.entries) : undefined;
}

function collect(value: unknown, path: string, depth: number, lists: Map<string, Entry[]>): void {
  if (depth === 0) return;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      const entry = isObject(item) ? entryOf(item) : undefined;
      if (entry) {
        const known = lists.get(path);
        if (known) known.push(entry);
        else lists.set(path, [entry]);
      }
      collect(item, path, depth - 1, lists);
    }
  } else if (isObject(value))
    for (const [key, inner] of Object.entries(value)) collect(inner, `${path}/${key}`, depth - 1, lists);
}

function entryOf(item: Fields): Entry | undefined {
  const text = textOf(item);
  if (text === undefined) return undefined;
  const speaker = names.speaker
    .map((name) => item[name])
    .find((label) => typeof label === 'string' || typeof label === 'number');
  return {
    text,
    start: timeAt(item, names.start, 0),
    end: timeAt(item, names.end, 1),
    length: timeAt(item, names.length, 0),
    speaker,
  };
}

function textOf(item: Fields): string | undefined {
  const own = names.text.map((name) => item[name]).find((text) => typeof text === 'string');
  if (own !== undefined) return own;
  const parts = item['segs'];
  if (Array.isArray(parts))
    return parts.map((part) => (isObject(part) && typeof part['utf8'] === 'string' ? part['utf8'] : '')).join('');
  const alternatives = item['alternatives'] ?? item['nBest'] ?? item['NBest'];
  const first: unknown = Array.isArray(alternatives) ? alternatives[0] : undefined;
  return isObject(first) ? textOf(first) : undefined;
}

/** The time under the first of these names; of a pair, the first or the second. */
function timeAt(item: Fields, keys: readonly string[], which: 0 | 1): Time | undefined {
  for (const key of keys) {
    const given = item[key];
    const value: unknown = Array.isArray(given)
      ? given[which]
      : isObject(given)
        ? (given[which === 0 ? 'from' : 'to'] ?? given['seconds'])
        : given;
    if (which === 1 && value === given && key.startsWith('timestamp')) continue;
    const time = timeOf(value);
    if (time)
      return {
        ...time,
        ...(/ms$|milliseconds$|^offsets$/i.test(key) ? { unit: 1e-3 } : /ticks$/i.test(key) ? { unit: 1e-7 } : {}),
      };
  }
  return undefined;
}

function timeOf(value: unknown): Time | undefined {
  if (typeof value === 'number') return value >= 0 ? { at: value } : undefined;
  if (typeof value !== 'string') return undefined;
  const clock = lenientSeconds(value.trim());
  if (clock !== undefined) return { at: clock, unit: 1 };
  const [, at, unit] = /^(?:PT)?(\d{1,15}(?:\.\d{1,9})?)(s?)$/i.exec(value.trim()) ?? [];
  return at === undefined ? undefined : { at: Number(at), ...(unit ? { unit: 1 } : {}) };
}

function fileOf(entries: readonly Entry[]): CaptionFile {
  const timed = entries.filter(({ start }) => start);
  const lengths = timed.map(({ start, end, length }) => length?.at ?? (end ? end.at - start!.at : 0));
  const guessed = unitOf(
    lengths,
    timed.map(({ start }) => start!.at),
    timed.map(({ text }) => text),
  );
  const seconds = (time: Time): number => time.at * (time.unit ?? guessed);
  const cues: FileCue[] = [];
  let broken = 0;
  for (const { text, start, end, length, speaker } of entries) {
    const last = cues.at(-1);
    // What has no letters, such as a full stop, needs no time of its own.
    if (!start && last && !/[\p{L}\p{N}]/u.test(text)) last.text += text.trim();
    else if (!start || cues.length >= maxCues) broken += text.trim() ? 1 : 0;
    else {
      const at = seconds(start);
      const until = end ? seconds(end) : length ? at + seconds(length) : undefined;
      const name = typeof speaker === 'number' ? `Speaker ${speaker + 1}` : speaker;
      cues.push({
        start: at,
        text,
        ...(until === undefined ? {} : { end: until }),
        ...(name ? { speaker: name } : {}),
      });
    }
  }
  const areWords =
    cues.filter(({ text }) => !/\S\s\S/.test(text)).length > cues.length * 0.9 &&
    cues.every(({ end }) => end !== undefined);
  const spoken = areWords && cues.length > 1 ? cuesOfWords(cues.map((cue) => ({ ...cue, end: cue.end! }))) : cues;
  return { cues: spoken, broken };
}
