import type { Cue } from '@lectern/contract/transcripts/cue';
import {
  findWhole,
  findWords,
  type Folded,
  foldWithPlaces,
  searchWords,
  type TextRange as Place,
} from '@lectern/contract/rules/folded-text';

/** A stretch of a cue's text, from and to as offsets. */
type Stretch = { cue: number; from: number; to: number };

/** One place where the words are said; captions may cut it into several cues. */
export type TranscriptMatch = readonly Stretch[];

type Joined = { text: string; folded: Folded; offsets: readonly number[] };

/** Transcripts are long, and looked through with every letter that is typed. */
const joined = new WeakMap<readonly Cue[], Joined>();

function joinCues(cues: readonly Cue[]): Joined {
  const known = joined.get(cues);
  if (known) return known;
  const offsets: number[] = [];
  let all = '';
  for (const { text } of cues) {
    offsets.push(all.length);
    all += `${text} `;
  }
  const made = { text: all, folded: foldWithPlaces(all), offsets };
  joined.set(cues, made);
  return made;
}

/** Places in order as stretches of the cues. */
function inCues(cues: readonly Cue[], { offsets }: Joined, places: readonly Place[]): Stretch[][] {
  let cue = 0;
  return places.map((place) => {
    const stretches: Stretch[] = [];
    while (cue + 1 < cues.length && offsets[cue + 1]! <= place.from) cue += 1;
    for (let n = cue; n < cues.length && offsets[n]! < place.to; n += 1) {
      const from = Math.max(0, place.from - offsets[n]!);
      const to = Math.min(cues[n]!.text.length, place.to - offsets[n]!);
      if (to > from) stretches.push({ cue: n, from, to });
    }
    return stretches;
  });
}

/** Where a phrase is said, folded and however the captions cut it. Nothing for less than two characters. */
export function findPhrase(cues: readonly Cue[], words: string): TranscriptMatch[] {
  if (words.trim().length < 2) return [];
  const all = joinCues(cues);
  return inCues(cues, all, findWhole(all.folded, words));
}

/** Where words first stand just so, but for the ends of lines. */
export function findAsIs(cues: readonly Cue[], words: string): TranscriptMatch[] {
  const all = joinCues(cues);
  const from = words === '' ? -1 : all.text.indexOf(words);
  return from < 0 ? [] : inCues(cues, all, [{ from, to: from + words.length }]);
}

/**
 * Where a question is said: as a phrase, then the passages of three lines in which all its words are, as the search
 * tells them.
 */
export function findInTranscript(cues: readonly Cue[], question: string): TranscriptMatch[] {
  const phrase = findPhrase(cues, question);
  return question.trim().length < 2 ? [] : [...phrase, ...findPassages(cues, searchWords(question), phrase.flat())];
}

/** Passages that hold none of what is told already. */
function findPassages(cues: readonly Cue[], words: readonly string[], told: readonly Stretch[]): TranscriptMatch[] {
  const all = joinCues(cues);
  const said = words
    .toSorted((one, other) => other.length - one.length)
    .map((word) => inCues(cues, all, findWords(all.folded, [word])).flat());
  const [lead = []] = said;
  const byLine = said.map((each) => Map.groupBy(each, ({ cue }) => cue));
  const toldIn = new Set(told.map(({ cue }) => cue));
  const around = (n: number): number[] => [n - 1, n, n + 1];
  const matches: TranscriptMatch[] = [];
  let last = -2;
  for (const { cue } of lead) {
    if (cue - last <= 1 || around(cue).some((n) => toldIn.has(n))) continue;
    const each = byLine.map((of) => around(cue).flatMap((n) => of.get(n) ?? []));
    if (each.some((stretches) => stretches.length === 0)) continue;
    last = cue;
    matches.push(each.flat().toSorted((one, other) => one.cue - other.cue || one.from - other.from));
  }
  return matches;
}

/** A text cut at the ends of its marked stretches, in order. */
export type MarkedText = { text: string; mark?: 'match' | 'current'; highlighted?: true };

type Marked = { from: number; to: number };

export function splitAtMatches(
  text: string,
  marks: readonly (Marked & { current: boolean })[],
  highlighted: readonly Marked[] = [],
): MarkedText[] {
  const ends = new Set([0, text.length]);
  for (const { from, to } of [...marks, ...highlighted]) ends.add(from).add(to);
  const cuts = [...ends].toSorted((one, other) => one - other);
  return cuts.slice(1).map((to, n) => {
    const from = cuts[n]!;
    const holds = (marked: Marked): boolean => marked.from <= from && marked.to >= to;
    const match = marks.find((mark) => mark.current && holds(mark)) ?? marks.find(holds);
    return {
      text: text.slice(from, to),
      ...(match ? { mark: match.current ? ('current' as const) : ('match' as const) } : {}),
      ...(highlighted.some(holds) ? { highlighted: true as const } : {}),
    };
  });
}
