import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Chapter } from '@lectern/contract/videos/videos';
import type { PlayerClock } from '../../player/clock.ts';
import { ChapterQuotes } from './chapter-quotes.tsx';

type QuoteListProps = {
  chapters: readonly Chapter[];
  cues: readonly Cue[];
  onSave: (id: string, change: (now: Chapter) => Chapter) => Promise<void>;
  clock: PlayerClock;
};

/** The quotes of all chapters, one after the other. */
export function QuoteList({ chapters, cues, onSave, clock }: QuoteListProps) {
  const quoted = chapters.map((chapter, n) => ({ chapter, n })).filter(({ chapter }) => chapter.quote.length > 0);
  if (quoted.length === 0)
    return <p className="p-5 text-soft">There are no quotes yet. They come with the chapters.</p>;
  return (
    <div className="grid gap-7 px-5 py-4">
      {quoted.map(({ chapter, n }) => (
        <section key={chapter.id} className="grid gap-3">
          <h3 className="font-sans text-sm font-semibold tracking-normal text-soft">
            {n + 1}. {chapter.title}
          </h3>
          <ChapterQuotes
            chapter={chapter}
            number={n + 1}
            cues={cues}
            clock={clock}
            onSave={(change) => onSave(chapter.id, change)}
          />
        </section>
      ))}
    </div>
  );
}
