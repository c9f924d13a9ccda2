import type { Cue } from '@lectern/contract/cue';
import type { Chapter } from '@lectern/contract/videos';
import type { Clock } from '../../player/clock.ts';
import { QuoteCard } from './quote-card.tsx';
import { type SaveChapter, saveOf } from './save-chapter-text.ts';

type ChapterQuotesProps = {
  chapter: Chapter;
  number: number;
  cues: readonly Cue[];
  clock: Clock;
  onSave: SaveChapter;
};

/** What is worth repeating of a chapter. */
export function ChapterQuotes({ chapter, number, cues, clock, onSave }: ChapterQuotesProps) {
  const save = saveOf(chapter, onSave);
  return (
    <ul aria-label={`Quotes of chapter ${number}`} className="grid gap-4">
      {chapter.quote.map((quote, n) => (
        <QuoteCard
          key={`${quote.timecode}-${n}`}
          quote={quote}
          chapter={chapter}
          n={n}
          label={`quote ${n + 1} of chapter ${number}`}
          cues={cues}
          clock={clock}
          onSave={save(
            (now) => now.quote[n]?.quote ?? '',
            (now, words) => ({
              ...now,
              quote: now.quote.map((other, at) => (at === n ? { ...other, quote: words } : other)),
            }),
          )}
        />
      ))}
    </ul>
  );
}
