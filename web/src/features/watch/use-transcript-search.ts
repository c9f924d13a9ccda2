import type { Cue } from '@lectern/contract/cue';
import { useDeferredValue, useMemo, useState } from 'react';
import { findInTranscript } from './find-in-transcript.ts';
import type { Marks } from './transcript-text.tsx';

/** The search inside a transcript: its words, the places found, and the one that is shown. */
export function useTranscriptSearch(cues: readonly Cue[]) {
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState(0);
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
    /** The cue of the place that is shown. */
    at: matches[shown]?.[0]?.cue,
    search(next: string): void {
      setWords(next);
      setCurrent(0);
    },
    step(by: 1 | -1): void {
      if (matches.length > 0) setCurrent((shown + by + matches.length) % matches.length);
    },
  };
}
