import type { Cue } from '@lectern/contract/transcripts/cue';
import { isPublicQuote } from '@lectern/contract/rules/quotes';
import type { Chapter } from '@lectern/contract/videos/videos';
import type { PlayerClock } from '../../player/clock.ts';
import { QuoteCard } from './quote-card.tsx';
import { type SaveChapter, createChapterTextSaver } from './save-chapter-text.ts';

type ChapterQuotesProps = {
  chapter: Chapter;
  number: number;
  cues: readonly Cue[];
  clock: PlayerClock;
  onSave: SaveChapter;
};

/** A quote that nothing proves, once its owner stands for it. */
const owned = { edited: true, imported: false };

/** Lists the key sentences of a chapter. */
export function ChapterQuotes({ chapter, number, cues, clock, onSave }: ChapterQuotesProps) {
  const save = createChapterTextSaver(chapter, onSave);
  return (
    <ul aria-label={`Quotes of chapter ${number}`} className="grid gap-4">
      {chapter.quote.map((quote, n) => (
        <QuoteCard
          key={`${quote.timecode}-${n}`}
          quote={quote}
          chapter={chapter}
          publicPlace={isPublicQuote(quote) ? chapter.quote.slice(0, n).filter(isPublicQuote).length : undefined}
          label={`quote ${n + 1} of chapter ${number}`}
          cues={cues}
          clock={clock}
          onShow={() =>
            onSave((now) => ({
              ...now,
              quote: now.quote.map((other) =>
                other.quote === quote.quote && other.timecode === quote.timecode ? { ...other, ...owned } : other,
              ),
            }))
          }
          onSave={save(
            (now) => now.quote[n]?.quote ?? '',
            (now, words) => ({
              ...now,
              quote: now.quote.map((other, at) =>
                at === n ? { ...other, ...(isPublicQuote(other) ? {} : owned), quote: words } : other,
              ),
            }),
          )}
        />
      ))}
    </ul>
  );
}
