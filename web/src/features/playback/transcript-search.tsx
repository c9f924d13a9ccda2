import { clsx } from 'clsx';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';

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
