import type { Cue } from '@lectern/contract/cue';

/** Words of several cues as quotes are cut from them: in order of time, joined by single spaces. */
export type JoinedCues = {
  text: string;
  /** Where the words of cue `n` stand in it. Cues without words are left out. */
  parts: { n: number; from: number; to: number }[];
};

/** The words of the cues `first` to `last`, both included. */
export function joinCues(cues: readonly Cue[], [first, last]: readonly [number, number]): JoinedCues {
  const parts: JoinedCues['parts'] = [];
  let text = '';
  const chosen = cues
    .slice(first, last + 1)
    .map((cue, at) => ({ start: cue.start, n: first + at, words: wordsIn(cue) }));
  for (const { n, words } of chosen.toSorted((one, other) => one.start - other.start || one.n - other.n)) {
    if (words === '') continue;
    if (text !== '') text += ' ';
    parts.push({ n, from: text.length, to: text.length + words.length });
    text += words;
  }
  return { text, parts };
}

const wordsIn = ({ text }: Cue): string => text.replace(/\s+/g, ' ').trim();

/** The first and the last cue that have words between two places of a joined text. */
export function cuesBetween({ parts }: JoinedCues, from: number, to: number): [number, number] {
  const touched = parts.filter((part) => part.from < to && part.to > from).map(({ n }) => n);
  return [Math.min(...touched), Math.max(...touched)];
}
