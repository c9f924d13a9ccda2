import { isSoundMark } from '@lectern/chaptering/sound-marks';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { TimeRange, RecognisedWord } from '../../../ports/speech/port.ts';
import { matchWords, wordsOfText } from './match-words.ts';
import { toMilliseconds } from '../formats/caption-file.ts';

/** A text whose cues stand where they were heard, and the share of its words that were. */
export type Aligned = { cues: Cue[]; share: number };

/** Characters a second at which people mostly talk. */
const pace = 15;

const lengthOf = ({ start, end }: TimeRange): number => end - start;

/** A word of the text: the cue it stands in, and how much of the time between two words that were heard it takes. */
type Said = { text: string; cue: number; weight: number; at?: TimeRange };

/** Recognised words one by one, also where a recogniser gives several as one. */
function heardWords(words: readonly RecognisedWord[]): (TimeRange & { text: string })[] {
  return words
    .toSorted((one, other) => one.start - other.start)
    .flatMap(({ text, start, end }) => {
      const parts = wordsOfText(text);
      const each = Math.max(0, end - start) / parts.length;
      return parts.map((part, n) => ({ text: part, start: start + n * each, end: start + (n + 1) * each }));
    });
}

/**
 * Times the cues of a text by the words a recogniser heard. Unheard words get times between heard ones; the text stays
 * unchanged.
 */
export function alignWords(cues: readonly Cue[], words: readonly RecognisedWord[], duration: number): Aligned {
  const heard = heardWords(words);
  const said: Said[] = cues.flatMap(({ text }, cue) => {
    const found = isSoundMark(text) ? [] : wordsOfText(text);
    // A cue without words gets a moment of time and matches no word.
    if (found.length === 0) return [{ text: '', cue, weight: pace }];
    return found.map((each) => ({ text: each, cue, weight: each.length + 1 }));
  });
  const matches = matchWords(
    said.map(({ text }) => text),
    heard.map(({ text }) => text),
  );
  for (const [given, there] of matches) said[given]!.at = heard[there]!;
  const ends = [undefined, ...matches, undefined];
  for (const [n, after] of ends.slice(1).entries())
    placeBetween(said, heard, ends[n], after, { start: 0, end: duration });
  return { cues: timed(cues, said), share: matches.length / Math.max(1, said.filter(({ text }) => text).length) };
}

/**
 * Times the words between two heard ones: spreads them when the speech there fits their length, else attaches them to
 * the previous or next cue.
 */
function placeBetween(
  said: Said[],
  heard: readonly TimeRange[],
  before: readonly [number, number] | undefined,
  after: readonly [number, number] | undefined,
  whole: TimeRange,
): void {
  const between = said.slice((before?.[0] ?? -1) + 1, after?.[0]);
  if (between.length === 0) return;
  const from = before ? heard[before[1]]!.end : whole.start;
  const to = Math.max(from, after ? heard[after[1]]!.start : whole.end);
  const weight = between.reduce((sum, word) => sum + word.weight, 0);
  const needed = weight / pace;
  const spoken = heard.slice((before?.[1] ?? -1) + 1, after?.[1]);
  const sounding = spoken.reduce((sum, stretch) => sum + lengthOf(stretch), 0);
  if (before && after && sounding > needed / 3 && sounding < needed * 2 + 1) return spreadOver(between, spoken);
  const cue = before && said[before[0]]!.cue;
  const first = after ? between.findIndex((word) => word.cue !== cue) : between.length;
  const behind = first < 0 ? between.length : first;
  const scale = Math.min(1, (to - from) / needed) / pace;
  let now = from;
  for (const word of between.slice(0, behind)) word.at = { start: now, end: (now += word.weight * scale) };
  now = to;
  for (const word of between.slice(behind).toReversed()) word.at = { end: now, start: (now -= word.weight * scale) };
}

/** Spreads words over stretches of speech by their length, leaving out the silence between them. */
function spreadOver(words: readonly Said[], places: readonly TimeRange[]): void {
  const room = places.reduce((sum, place) => sum + lengthOf(place), 0);
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  let [place, passed, done] = [0, 0, 0];
  const timeOf = (share: number): number => {
    const wanted = share * room;
    while (place < places.length - 1 && passed + lengthOf(places[place]!) < wanted)
      passed += lengthOf(places[place++]!);
    return places[place]!.start + Math.min(lengthOf(places[place]!), wanted - passed);
  };
  for (const word of words) {
    const start = timeOf(done / total);
    done += word.weight;
    word.at = { start, end: timeOf(done / total) };
  }
}

/** The cues from their first words to their last ones; none begins before the one before it, or ends in the next. */
function timed(cues: readonly Cue[], said: readonly Said[]): Cue[] {
  const places: TimeRange[] = [];
  for (const { cue, at } of said) {
    const place = places[cue];
    if (place) place.end = Math.max(place.end, at!.end);
    else places[cue] = { start: Math.max(toMilliseconds(at!.start), places[cue - 1]?.start ?? 0), end: at!.end };
  }
  return cues.map((cue, n) => {
    const { start, end } = places[n]!;
    return {
      ...cue,
      start,
      end: Math.max(start + 0.001, Math.min(toMilliseconds(end), places[n + 1]?.start ?? Infinity)),
    };
  });
}
