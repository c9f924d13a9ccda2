import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { Chapter } from '@lectern/contract/videos';
import { clsx } from 'clsx';
import { type Clock, useClock } from './clock.ts';

/** The chapters as buttons side by side, each as wide as it is long; the one that plays is marked. */
export function ChapterTimeline({ chapters, clock }: { chapters: readonly Chapter[]; clock: Clock }) {
  const active = useClock(clock, (now) => chapters.findLast((chapter) => chapter.start_seconds <= now)?.id);
  return (
    <ol aria-label="Chapters on the time line" className="mt-2 flex gap-0.5">
      {chapters.map((chapter) => (
        <li
          key={chapter.id}
          className="min-w-2"
          style={{ flexGrow: chapter.end_seconds - chapter.start_seconds, flexBasis: 0 }}
        >
          <button
            type="button"
            title={`${chapter.start} ${chapter.title}`}
            aria-label={`${chapter.title}, ${formatTimecode(chapter.start_seconds)}`}
            aria-current={chapter.id === active || undefined}
            onClick={() => clock.seek(chapter.start_seconds, true)}
            className="group flex h-7 w-full items-center rounded"
          >
            <span
              className={clsx(
                'h-2 w-full rounded-full transition-colors',
                chapter.id === active ? 'bg-accent' : 'bg-line group-hover:bg-edge',
              )}
            />
          </button>
        </li>
      ))}
    </ol>
  );
}
