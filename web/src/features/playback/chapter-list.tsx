import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Chapter } from '@lectern/contract/videos/videos';
import type { ReactNode } from 'react';
import type { PlayerClock } from '../../player/clock.ts';
import { ChapterSection } from './chapter-section.tsx';
import type { OpenChapters } from './use-open-chapters.ts';

type ChapterListProps = {
  chapters: readonly Chapter[];
  cues: readonly Cue[];
  /** Search words to mark. */
  words: string;
  activeId: string | undefined;
  open: OpenChapters;
  /** Before the recording jumps to a chapter whose title, picture or time was pressed. */
  onPick: (id: string, pressed: Element) => void;
  /** Saves one chapter, made of how it is at that moment. */
  onSave: (id: string, change: (now: Chapter) => Chapter) => Promise<void>;
  clock: PlayerClock;
  chapterEntries?: ((chapter: Chapter) => ReactNode) | undefined;
};

/** The table of contents. The chapter that plays is open, and those a person has opened. */
export function ChapterList({
  chapters,
  cues,
  words,
  activeId,
  open,
  onPick,
  onSave,
  clock,
  chapterEntries,
}: ChapterListProps) {
  if (chapters.length === 0)
    return (
      <p className="p-5 text-soft">There are no chapters yet. A video that was just uploaded may need a few minutes.</p>
    );
  return (
    <ol className="@container divide-y divide-line">
      {chapters.map((chapter, n) => (
        <ChapterSection
          key={chapter.id}
          chapter={chapter}
          number={n + 1}
          cues={cues}
          words={words}
          open={open.has(chapter.id)}
          active={chapter.id === activeId}
          onToggle={() => open.toggle(chapter.id)}
          onPick={(pressed) => onPick(chapter.id, pressed)}
          onSave={(change) => onSave(chapter.id, change)}
          clock={clock}
          menuEntries={chapterEntries?.(chapter)}
        />
      ))}
    </ol>
  );
}
