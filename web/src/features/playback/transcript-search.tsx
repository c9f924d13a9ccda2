import { clsx } from 'clsx';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { type RefObject, useDeferredValue, useMemo, useState } from 'react';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Marks } from './text-paragraph.tsx';
import { findInTranscript, type TranscriptMatch } from './find-in-transcript.ts';
import { lineAt } from './last-started-index.ts';

type TranscriptSearchProps = {
  field: RefObject<HTMLInputElement | null>;
  words: string;
  onWords: (next: string) => void;
  /** How many there are, and which one is shown, from 0. */
  count: number;
  current: number;
  onStep: (by: 1 | -1) => void;
};

/** Searches what is said: Enter goes to the next place, Shift and Enter to the one before, Escape ends it. */
export function TranscriptSearch({ field, words, onWords, count, current, onStep }: TranscriptSearchProps) {
  const searching = words.trim().length > 1;
  return (
    <search className="flex flex-wrap items-center gap-x-1 rounded-md bg-sunken ps-2.5 pe-1 focus-within:outline-2 focus-within:outline-accent">
      {/* Where they do not fit beside it, the count and its buttons stand below: the words have the room. */}
      <div className="flex min-w-0 flex-1 basis-48 items-center gap-1">
        <Search aria-hidden className="size-4 shrink-0 text-soft" />
        <input
          ref={field}
          type="text"
          aria-label="Search in transcript"
          aria-keyshortcuts="/"
          placeholder="Search in transcript"
          autoComplete="off"
          value={words}
          onChange={(event) => onWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) onStep(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') {
              onWords('');
              event.currentTarget.blur();
            }
          }}
          className="h-9 min-w-0 flex-1 bg-transparent px-1.5 text-sm outline-none placeholder:text-soft"
        />
        {words !== '' && (
          <IconButton
            small
            label="Close the search"
            icon={<X aria-hidden />}
            onClick={() => {
              onWords('');
              field.current?.focus();
            }}
          />
        )}
      </div>
      <div className={clsx('ms-auto flex items-center gap-1', searching && 'min-h-9')}>
        <output className="text-xs whitespace-nowrap text-soft tabular-nums">
          {searching && (count === 0 ? 'No matches' : `${current + 1} of ${count}`)}
        </output>
        {searching && count > 0 && (
          <>
            <IconButton small label="Previous match" icon={<ChevronUp aria-hidden />} onClick={() => onStep(-1)} />
            <IconButton small label="Next match" icon={<ChevronDown aria-hidden />} onClick={() => onStep(1)} />
          </>
        )}
      </div>
    </search>
  );
}

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
