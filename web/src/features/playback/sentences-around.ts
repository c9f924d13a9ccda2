import type { Cue } from '@lectern/contract/transcripts/cue';
import { lineAt } from './last-started-index.ts';

/** Seconds a part goes back and on from a line at most, where no sentence ends. */
const furthest = 30;
/** Seconds after which the next end of a sentence is the end. */
const enough = 12;

const atEnd = /[.!?…。！？।؟]["'”’»)\]]*\s*$/u;
const within = /[.!?…]["'”’»)\]]*\s|[。！？।؟]/u;

/** The sentences around what is said at a time, in seconds: from where one begins to where one ends. */
export function sentencesAround(cues: readonly Cue[], seconds: number): { start: number; end: number } | undefined {
  const line = cues[lineAt(cues, seconds)];
  if (!line) return undefined;
  let [first, last] = [cues.indexOf(line), cues.indexOf(line)];
  const isNear = (cue: Cue | undefined): cue is Cue =>
    cue !== undefined && line.start - cue.start <= furthest && cue.end - line.end <= furthest;
  const own = first;
  while (isNear(cues[first - 1])) {
    // A line in which a sentence ends holds the beginning of the next.
    if (atEnd.test(cues[first - 1]!.text) || (first < own && within.test(cues[first]!.text))) break;
    first -= 1;
  }
  const { start } = cues[first]!;
  while (isNear(cues[last + 1])) {
    const { text, end } = cues[last]!;
    if (end - start >= enough && (atEnd.test(text) || (last > own && within.test(text)))) break;
    last += 1;
  }
  return { start, end: cues[last]!.end };
}
