import type { Cue } from '@lectern/contract/cue';
import { literally } from '../../ui/literally.ts';

/** A stretch of a cue's text, from and to as offsets. */
type Stretch = { cue: number; from: number; to: number };

/** One place where the words are said; captions may cut it into several cues. */
export type Match = readonly Stretch[];

/** Where words are said, ignoring case and how the captions cut them. Nothing for less than two characters. */
export function findInTranscript(cues: readonly Cue[], words: string): Match[] {
  const wanted = words.trim();
  if (wanted.length < 2) return [];
  const pattern = new RegExp(literally(wanted).replace(/\s+/g, '\\s+'), 'giu');
  const offsets: number[] = [];
  let all = '';
  for (const { text } of cues) {
    offsets.push(all.length);
    all += `${text} `;
  }
  let cue = 0;
  return Array.from(all.matchAll(pattern), ({ 0: found, index }) => {
    const stretches: Stretch[] = [];
    const end = index + found.length;
    while (cue + 1 < cues.length && offsets[cue + 1]! <= index) cue += 1;
    for (let n = cue; n < cues.length && offsets[n]! < end; n += 1) {
      const from = Math.max(0, index - offsets[n]!);
      const to = Math.min(cues[n]!.text.length, end - offsets[n]!);
      if (to > from) stretches.push({ cue: n, from, to });
    }
    return stretches;
  });
}

/** A text cut at the ends of its marked stretches, in order. */
export type Piece = { text: string; mark?: 'match' | 'current'; highlighted?: true };

type Marked = { from: number; to: number };

export function cutAtMatches(
  text: string,
  marks: readonly (Marked & { current: boolean })[],
  highlighted: readonly Marked[] = [],
): Piece[] {
  const ends = new Set([0, text.length]);
  for (const { from, to } of [...marks, ...highlighted]) ends.add(from).add(to);
  const cuts = [...ends].toSorted((one, other) => one - other);
  return cuts.slice(1).map((to, n) => {
    const from = cuts[n]!;
    const holds = (marked: Marked): boolean => marked.from <= from && marked.to >= to;
    const match = marks.find(holds);
    return {
      text: text.slice(from, to),
      ...(match ? { mark: match.current ? ('current' as const) : ('match' as const) } : {}),
      ...(highlighted.some(holds) ? { highlighted: true as const } : {}),
    };
  });
}
