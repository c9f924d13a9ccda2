import { cuesOfWords } from '../words-to-cues.ts';
import { type CaptionFile, type FileCue, maxCues, maxTime } from './caption-file.ts';
import { lenientSeconds } from './line-times.ts';
import { readSpeakerLabel } from './recogniser-json.ts';
import { namedUnit, type Unit, guessTimeUnit } from './time-units.ts';

/** Names under which recognisers write each thing, in small letters and without what parts their words. */
const names = {
  text: 'text transcript sentence content caption utterance punctuatedword word value line subtitle display utf8 body displaytext transcription message lexical txt onebest words said t',
  start:
    'start begin from in starttime begintime intime timein startoffset tstart offset ts time timestamp timestamps offsets range interval timing st bg s t',
  end: 'end to stop out endtime stoptime outtime timeout endoffset endts resultendtime resultendoffset time timestamp timestamps offsets range interval timing et ed e',
  length: 'duration dur dduration length d',
  speaker: 'speaker speakerlabel speakerid speakertag speakername speakerdisplayname name',
  alternatives: 'alternatives nbest',
  places: 'instances',
} as const;
const namesOf = Object.fromEntries(Object.entries(names).map(([what, all]) => [what, all.split(' ')])) as Record<
  keyof typeof names,
  string[]
>;

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A name without what parts its words, without its unit, and without what the thing belongs to. */
const plainName = (key: string): string =>
  key
    .slice(0, 40)
    .toLowerCase()
    .replace(/[_ -]/g, '')
    .replace(/(?<=.)(?:in)?(?:ms|millis|milliseconds|secs|seconds|ticks)$/, '')
    .replace(/^(?:data|adjusted|segment|audio)(?=start|end|begin)/, '');

/** Whether a field of this name tells when something begins or ends. */
export const isNameOfTime = (key: string): boolean =>
  [namesOf.start, namesOf.end].some((names) => names.includes(plainName(key)));

/** The values of an object by their plain names, with the name that it gives each. */
type Named = ReadonlyMap<string, { key: string; value: unknown }>;
const namedIn = (item: Fields): Named =>
  new Map(Object.entries(item).map(([key, value]) => [plainName(key), { key, value }]));

/** `unit` where the file says which it is. */
type Time = { at: number; unit?: number | undefined };
type Entry = {
  text: string;
  start?: Time | undefined;
  /** It tells nothing of when it begins: some leave out what is zero. */
  isFirst?: boolean;
  end?: Time | undefined;
  length?: Time | undefined;
  speaker?: string | number | undefined;
};

/** Each element of XML takes two. */
const deepest = 40;
/** Lists that are compared: the longest. */
const mostLists = 20;
/** Seconds that one sentence lasts at most: what lasts longer is a turn, of which its words tell more. */
const longestSentence = 30;

/** The things with words of one place in the JSON, and the places below. */
type Place = { entries: Entry[]; below: Map<string, Place> };
const newPlace = (): Place => ({ entries: [], below: new Map() });

/**
 * Reads JSON of an unknown recogniser: picks the list of timed texts with the most words. Entries without a time are
 * skipped and counted.
 */
export function readAnyJson(value: unknown, duration?: number): CaptionFile | undefined {
  const root = newPlace();
  collect(value, root, deepest);
  const lists = placesIn(root).map(({ entries }) => fromFirst(lastRun(entries)));
  const begun = lists.filter((entries) => entries.some(({ start }) => start));
  const ended = lists.filter((entries) => entries.some(({ isFirst, end }) => isFirst && end?.unit));
  const found = (begun.length > 0 ? begun : ended)
    .map((entries) => ({ entries, letters: lettersOf(entries) }))
    .toSorted((one, other) => other.letters - one.letters);
  const most = found[0]?.letters ?? 0;
  if (most === 0) return undefined;
  // The same words are often there twice, as sentences and one by one: sentences have fewer entries.
  const alike = found.filter(({ letters }) => letters >= most * 0.7).slice(0, mostLists);
  const ordered = alike.map(({ entries }) => entries).toSorted((one, other) => one.length - other.length);
  // All lists of a file have one unit, which words tell best.
  const unit = guessTimeUnit(numbersOf(ordered.at(-1)!), duration);
  const files = ordered.map((entries) => fileOf(entries, unit));
  const isOfSentences = ({ cues }: CaptionFile): boolean =>
    cues.filter(({ start, end = start }) => end - start > longestSentence).length * 2 < cues.length;
  return files.find(isOfSentences) ?? files.at(-1);
}

const lettersOf = (entries: readonly Entry[]): number => entries.reduce((sum, { text }) => sum + text.length, 0);

function placesIn(place: Place): Place[] {
  const found = place.entries.length > 0 ? [place] : [];
  for (const below of place.below.values()) for (const each of placesIn(below)) found.push(each);
  return found;
}

/**
 * Google says all words once more at the end, with who said them: where times begin anew, and as much is said, that is
 * it.
 */
function lastRun(entries: readonly Entry[]): readonly Entry[] {
  let [from, before, first] = [0, 0, Infinity];
  for (const [n, { start, isFirst, end }] of entries.entries()) {
    const at = start?.at ?? (isFirst && end && end.at < before ? 0 : undefined);
    if (at === undefined) continue;
    if (at <= first && at < before) from = n;
    first = Math.min(first, at);
    before = at;
  }
  if (from === 0) return entries;
  const run = entries.slice(from);
  return lettersOf(run) >= lettersOf(entries.slice(0, from)) * 0.8 ? run : entries;
}

/** Seconds since 1970 of our years, and the parts in which they are written. */
const epoch = { from: 1e9, to: 2.5e9, parts: [1, 1e-3, 1e-6, 1e-9] };

/** Times of a day of the calendar, as chats and logs have them, count from the first. */
function fromFirst(entries: readonly Entry[]): readonly Entry[] {
  const first = entries.find(({ start }) => start)?.start;
  const unit =
    first && (first.unit ?? epoch.parts.find((part) => first.at * part >= epoch.from && first.at * part < epoch.to));
  if (!unit || first.at * unit < epoch.from) return entries;
  const last = entries.findLast(({ start }) => start)!.start!;
  if ((last.at - first.at) * unit > maxTime) return entries;
  const since = (time: Time | undefined): Time | undefined => time && { at: Math.max(0, time.at - first.at), unit };
  return entries.map((entry) => ({ ...entry, start: since(entry.start), end: since(entry.end) }));
}

function collect(value: unknown, place: Place, depth: number): void {
  if (depth === 0) return;
  if (Array.isArray(value)) {
    const tuple = tupleEntry(value);
    if (tuple) place.entries.push(tuple);
    else for (const item of value as unknown[]) collect(item, place, depth - 1);
  } else if (isObject(value)) {
    const columns = columnsOf(value) ?? byTimes(value);
    const entry = columns ? undefined : entryOf(namedIn(value));
    if (entry) place.entries.push(entry);
    if (columns) return collect(columns, place, depth - 1);
    const fields = Object.entries(value);
    const isMap = fields.length > 2 && fields.every(([, inner]) => isObject(inner) && entryOf(namedIn(inner)));
    for (const [key, inner] of fields) {
      // Numbered keys and maps with their own keys form lists.
      const name = isMap ? '' : key.replace(/(?<!\d)\d+$/, '');
      const below = place.below.get(name) ?? newPlace();
      place.below.set(name, below);
      // The first alternative is the likeliest.
      const isGuess = Array.isArray(inner) && namesOf.alternatives.includes(plainName(key));
      collect(isGuess ? (inner as unknown[]).slice(0, 1) : inner, below, depth - 1);
    }
  }
}

/** `[1.0, 4.0, "Words"]`, `["word", 1.0, 1.4]`, and more numbers before: those beside the words are the times. */
function tupleEntry(list: readonly unknown[]): Entry | undefined {
  if (list.length < 2 || list.length > 40) return undefined;
  const words = list.findIndex((item) => typeof item === 'string' && !timeOf(item) && /\p{L}/u.test(item));
  const at = words < 0 && typeof list[0] === 'string' ? 0 : words;
  if (at < 0 || list.some((item, n) => n < at && isObject(item))) return undefined;
  const isTime = (item: unknown): boolean => timeOf(item) !== undefined;
  const before = list.slice(Math.max(0, at - 2), at);
  const times = before.length > 0 && before.every(isTime) ? before : list.slice(at + 1, at + 3).filter(isTime);
  return times.length === 0 ? undefined : { text: list[at] as string, start: timeOf(times[0]), end: timeOf(times[1]) };
}

/** Lists of as many values under the names of one thing each, as tables are written. */
function columnsOf(value: Fields): Fields[] | undefined {
  const lists = Object.entries(value).filter((field): field is [string, unknown[]] => Array.isArray(field[1]));
  const has = (what: readonly string[], type: string): unknown[] | undefined =>
    lists.find(([key, list]) => what.includes(plainName(key)) && list.every((item) => typeof item === type))?.[1];
  const said = has(namesOf.text, 'string');
  if (
    !said ||
    said.length < 2 ||
    (has(namesOf.start, 'number') ?? has(namesOf.start, 'string'))?.length !== said.length
  )
    return undefined;
  const whole = lists.filter(([, list]) => list.length === said.length);
  return said.map((_, n) => Object.fromEntries(whole.map(([key, list]) => [key, list[n]])));
}

/** `{ "1.00": "Words" }`: what is said by when. */
function byTimes(value: Fields): Fields[] | undefined {
  const fields = Object.entries(value);
  const isTimed = fields.length > 1 && fields.every(([key, said]) => timeOf(key) && typeof said === 'string');
  return isTimed ? fields.map(([start, text]) => ({ start, text })) : undefined;
}

/** The longest text within a value: some write whole captions into one field. */
export function longestText(value: unknown, depth = deepest): string {
  if (typeof value === 'string') return value;
  if (depth === 0 || typeof value !== 'object' || value === null) return '';
  let longest = '';
  for (const inner of Object.values(value)) {
    const text = longestText(inner, depth - 1);
    if (text.length > longest.length) longest = text;
  }
  return longest;
}

function entryOf(item: Named): Entry | undefined {
  const text = textOf(item);
  if (text === undefined) return undefined;
  const shown = firstOf(item, namesOf.places);
  return {
    text,
    start: timeAt(item, namesOf.start, 0) ?? (shown && timeAt(shown, namesOf.start, 0)),
    isFirst: !namesOf.start.some((name) => item.has(name)),
    end: timeAt(item, namesOf.end, 1) ?? (shown && timeAt(shown, namesOf.end, 1)),
    length: timeAt(item, namesOf.length, 0),
    speaker: speakerOf(item) ?? speakerOf(firstOf(item, namesOf.alternatives)),
  };
}

const speakerOf = (item: Named | undefined): string | number | undefined =>
  namesOf.speaker
    .map((name) => item?.get(name)?.value)
    .find((label) => typeof label === 'string' || typeof label === 'number');

/** The first thing of a list under one of these names. */
function firstOf(item: Named, keys: readonly string[]): Named | undefined {
  const given = keys.map((name) => item.get(name)?.value).find(Array.isArray);
  const first: unknown = given?.[0];
  return isObject(first) ? namedIn(first) : undefined;
}

function textOf(item: Named): string | undefined {
  const own = namesOf.text.map((name) => item.get(name)?.value).find((text) => typeof text === 'string');
  if (own !== undefined) return own;
  const lines = item.get('text')?.value;
  if (Array.isArray(lines) && lines.length > 0 && lines.every((line) => typeof line === 'string'))
    return lines.join('\n');
  const parts = item.get('segs')?.value;
  if (Array.isArray(parts))
    return parts.map((part) => (isObject(part) && typeof part['utf8'] === 'string' ? part['utf8'] : '')).join('');
  const first = firstOf(item, namesOf.alternatives);
  return first && textOf(first);
}

/** Under one name there may be both times. */
const timesWithin = [
  ['from', 'start', 'begin'],
  ['to', 'end', 'stop'],
] as const;

/** The time under the first of these names; of a pair, the first or the second. */
function timeAt(item: Named, keys: readonly string[], which: 0 | 1): Time | undefined {
  for (const name of keys) {
    const { key, value: given } = item.get(name) ?? { key: name, value: undefined };
    const value: unknown = Array.isArray(given)
      ? given[which]
      : isObject(given)
        ? (timesWithin[which].map((inner) => given[inner]).find((inner) => inner !== undefined) ?? ofParts(given))
        : given;
    if (which === 1 && value === given && namesOf.start.includes(name)) continue;
    const time = timeOf(value);
    if (time) return { unit: name === 'offsets' ? 1e-3 : namedUnit(key)?.unit, ...time };
  }
  return undefined;
}

/** Google writes seconds and billionths apart, and leaves out what is zero. */
function ofParts({ hours, minutes, seconds, milliseconds, nanos, ...others }: Fields): string | undefined {
  if (Object.keys(others).length > 0) return undefined;
  const whole = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  const at = whole + Number(milliseconds ?? 0) / 1000 + Number(nanos ?? 0) / 1e9;
  return Number.isFinite(at) ? `${at.toFixed(3)}s` : undefined;
}

function timeOf(value: unknown): Time | undefined {
  if (typeof value === 'number') return value >= 0 ? { at: value } : undefined;
  if (typeof value !== 'string') return undefined;
  const clock = lenientSeconds(value.trim());
  if (clock !== undefined) return { at: clock, unit: 1 };
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value.trim())) {
    const at = Date.parse(value.trim()) / 1000;
    return at >= 0 ? { at, unit: 1 } : undefined;
  }
  const [, hours, minutes, rest] =
    /^PT(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?$/i.exec(value.trim()) ?? [];
  const parts = [hours, minutes, rest];
  if (parts.some((part) => part !== undefined))
    return { at: Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0), unit: 1 };
  const [, at, unit] = /^(\d{1,15}(?:\.\d{1,9})?)(s?)$/i.exec(value.trim()) ?? [];
  return at === undefined ? undefined : { at: Number(at), ...(unit ? { unit: 1 } : {}) };
}

/**
 * Words one by one as cues of sentences: short ones without a blank within, for a sentence of Chinese has none either.
 */
export function joinWords(cues: FileCue[]): FileCue[] {
  const timed = cues.flatMap((cue) => (cue.end === undefined ? [] : [{ ...cue, end: cue.end }]));
  const words = timed.filter(
    ({ start, end, text }) => !/\S\s\S/.test(text) && (end - start <= 2.5 || text.length <= 3),
  );
  return timed.length === cues.length && cues.length > 1 && words.length > cues.length * 0.9
    ? cuesOfWords(timed)
    : cues;
}

function numbersOf(entries: readonly Entry[]) {
  const timed = entries.flatMap(({ start, ...entry }) => (start ? [{ ...entry, start }] : []));
  const lengths = timed.map(({ start, end, length }) => length?.at ?? (end ? end.at - start.at : 0));
  return { starts: timed.map(({ start }) => start.at), lengths, said: timed.map(({ text }) => text) };
}

function fileOf(entries: readonly Entry[], guessed: Unit): CaptionFile {
  const isNamed = entries.every(({ start }) => start === undefined || start.unit !== undefined);
  const seconds = (time: Time): number => time.at * (time.unit ?? guessed.unit);
  // Some count speakers from none, some from one.
  const first = entries.reduce(
    (least, { speaker }) => (typeof speaker === 'number' ? Math.min(least, speaker) : least),
    1,
  );
  const areEnds = entries.every(({ isFirst }) => isFirst);
  const cues: FileCue[] = [];
  let broken = 0;
  for (const { text, start: given, isFirst, end, length, speaker } of entries) {
    const last = cues.at(-1);
    // Where a beginning is left out it is zero; where all are, each begins at the end of the one before.
    const start = given ?? (isFirst && end && (!last || areEnds) ? { at: last?.end ?? 0, unit: 1 } : undefined);
    // A full stop needs no time of its own.
    if (last && (start ? /^\p{Po}$/u : /^[^\p{L}\p{N}]*$/u).test(text.trim())) last.text += text.trim();
    else if (!start || cues.length >= maxCues) broken += text.trim() ? 1 : 0;
    else {
      const at = seconds(start);
      const until = end ? seconds(end) : length ? at + seconds(length) : undefined;
      cues.push({
        start: at,
        text,
        ...(until === undefined ? {} : { end: until }),
        ...readSpeakerLabel(typeof speaker === 'number' ? speaker - first : speaker),
      });
    }
  }
  return { cues: joinWords(cues), broken, ...(isNamed ? {} : { guessedUnit: guessed.name }) };
}
