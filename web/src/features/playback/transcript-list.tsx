import type { Marks } from './text-paragraph.tsx';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { Chapter, TranscriptGap } from '@lectern/contract/videos/videos';
import { memo, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { PlayerClock } from '../../player/clock.ts';
import { cuesByChapter, paragraphs } from '../../player/paragraphs.ts';
import { gapsByChapter } from './gaps-in-place.ts';
import type { HighlightMarks } from './highlight-marks.ts';
import { TranscriptText } from './transcript-text.tsx';
import type { TranscriptEdits } from './use-transcript-edits.ts';

type TranscriptListProps = {
  cues: readonly Cue[];
  chapters: readonly Chapter[];
  gaps: readonly TranscriptGap[];
  marks: Marks;
  highlights: HighlightMarks;
  edits: TranscriptEdits;
  clock: PlayerClock;
  /** Action offered where there is no transcript. */
  remedy?: ReactNode;
};

/** Everything that is said, under the titles of the chapters. */
export const TranscriptList = memo(({ cues, chapters, gaps, remedy, ...rest }: TranscriptListProps) => {
  const said = useMemo(() => cuesByChapter(cues, chapters), [cues, chapters]);
  const missing = useMemo(() => gapsByChapter(gaps, chapters), [gaps, chapters]);
  if (cues.length === 0 && gaps.length === 0)
    return (
      <div className="grid justify-items-start gap-3 p-5">
        <p className="text-soft">There is no transcript yet. It comes from captions or a speech engine.</p>
        {remedy}
      </div>
    );
  if (chapters.length === 0)
    return (
      <div className="px-5 py-4">
        <Section label="Transcript" said={{ first: 0, cues }} gaps={gaps} {...rest} />
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-6 px-5 pb-4">
      {chapters.map(
        (chapter, n) =>
          said[n]!.cues.length + missing[n]!.length > 0 && (
            <section key={chapter.id} className="min-w-0">
              <h3 className="sticky top-0 z-2 -mx-5 mb-3 truncate border-b border-line bg-paper px-5 py-2 font-sans text-sm font-semibold tracking-normal max-md:static">
                {chapter.title}
              </h3>
              <Section
                label={`Transcript from ${formatTimecode(chapter.start_seconds)}`}
                said={said[n]!}
                gaps={missing[n]!}
                {...rest}
              />
            </section>
          ),
      )}
    </div>
  );
});

type SectionProps = Omit<TranscriptListProps, 'cues' | 'chapters' | 'remedy'> & {
  label: string;
  /** `first` is the place of its first cue in the whole transcript. */
  said: { first: number; cues: readonly Cue[] };
};

function Section({ said, ...rest }: SectionProps) {
  const text = useMemo(() => paragraphs(said.cues, said.first), [said]);
  return <TranscriptText paragraphs={text} {...rest} />;
}
