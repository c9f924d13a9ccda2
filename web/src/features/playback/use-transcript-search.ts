import type { Marks } from './text-paragraph.tsx';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { useDeferredValue, useMemo, useState } from 'react';
import { findInTranscript, type TranscriptMatch } from './find-in-transcript.ts';
import { lineAt } from './last-started-index.ts';

const endOf = (match: TranscriptMatch): number => match.at(-1)?.cue ?? 0;

/** Which of the places is the first at a time or after it; else the last one. */
function nearest(cues: readonly Cue[], words: string, seconds: number): number {
  const matches = findInTranscript(cues, words);
  const line = lineAt(cues, seconds);
  const inTime = matches.toSorted((one, other) => endOf(one) - endOf(other));
  const place = inTime.find((match) => endOf(match) >= line) ?? inTime.at(-1);
  return place ? matches.indexOf(place) : 0;
}

/**
 * The search inside a transcript: its words, the places found, and the one that is shown; in the beginning that of
 * `first` that is said at a time.
 */
export function useTranscriptSearch(cues: readonly Cue[], first: string, seconds: number) {
  const [words, setWords] = useState(first);
  const [current, setCurrent] = useState(() => nearest(cues, first, seconds));
  const wanted = useDeferredValue(words);
  const matches = useMemo(() => findInTranscript(cues, wanted), [cues, wanted]);
  const shown = matches.length > 0 ? current % matches.length : 0;
  const marks = useMemo<Marks>(() => {
    const byCue = new Map<number, { from: number; to: number; current: boolean }[]>();
    for (const [n, match] of matches.entries())
      for (const { cue, from, to } of match) {
        const mark = { from, to, current: n === shown };
        const others = byCue.get(cue);
        if (others) others.push(mark);
        else byCue.set(cue, [mark]);
      }
    return byCue;
  }, [matches, shown]);

  return {
    words,
    count: matches.length,
    current: shown,
    marks,
    /** Names the place that is shown, among all of all words. */
    place: matches.length > 0 ? `${shown} ${wanted}` : undefined,
    search(next: string): void {
      setWords(next);
      setCurrent(0);
    },
    step(by: 1 | -1): void {
      if (matches.length > 0) setCurrent((shown + by + matches.length) % matches.length);
    },
  };
}
