import type { Cue } from '@lectern/contract/transcripts/cue';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { Chapter, TranscriptGap } from '@lectern/contract/videos/videos';
import { memo, useMemo, type ReactNode } from 'react';
import { AudioLines } from 'lucide-react';
import { type Marks, TextParagraph } from './text-paragraph.tsx';
import type { PlayerClock } from '../../player/clock.ts';
import { cuesByChapter, paragraphs, type Paragraph, gapsByChapter, mergeGaps } from '../../player/paragraphs.ts';
import type { HighlightMarks } from './highlight-marks.ts';
import type { TranscriptEdits } from './use-transcript-edits.ts';
import { SeekLink } from '../../player/seek-link.tsx';

type TranscriptListProps = {
  cues: readonly Cue[];
  chapters: readonly Chapter[];
  gaps: readonly TranscriptGap[];
  marks: Marks;
  highlights: HighlightMarks;
  edits: TranscriptEdits;
  clock: PlayerClock;
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

type TranscriptTextProps = {
  label: string;
  paragraphs: readonly Paragraph[];
  gaps: readonly TranscriptGap[];
  marks: Marks;
  highlights: HighlightMarks;
  edits: TranscriptEdits;
  clock: PlayerClock;
};

/** Shows the transcript as readable text. Each cue links to its time; the current cue is marked. */
function TranscriptText({ label, paragraphs, gaps, marks, highlights, edits, clock }: TranscriptTextProps) {
  return (
    <div ref={moveByKeys} role="group" aria-label={label} className="grid grid-cols-1 gap-4">
      {mergeGaps(paragraphs, gaps).map((row) => {
        if ('gap' in row) return <GapRow key={`gap ${row.gap.start}`} gap={row.gap} clock={clock} />;
        const { paragraph, n } = row;
        return (
          <TextParagraph
            key={paragraph.first}
            paragraph={paragraph}
            showSpeaker={paragraph.speaker !== undefined && paragraph.speaker !== paragraphs[n - 1]?.speaker}
            marks={marks}
            highlights={highlights}
            edits={edits}
            clock={clock}
            isFirst={n === 0}
          />
        );
      })}
    </div>
  );
}

/**
 * Up and down go from line to line: the tabulator stops at the first one of a chapter only. With Shift they select the
 * lines on the way.
 */
function moveByKeys(text: HTMLElement | null): (() => void) | undefined {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.target instanceof HTMLTextAreaElement) return;
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const lines = [...(text?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
    const line = lines.findIndex((each) => each.parentElement?.contains(document.activeElement));
    const selection = getSelection();
    if (event.shiftKey && lines[line] && selection) {
      event.preventDefault();
      const from = lines.find((each) => each.contains(selection.anchorNode));
      const anchor = selection.isCollapsed || !from ? lines[line] : from;
      // The first press selects the line itself.
      const next = selection.isCollapsed ? lines[line] : (lines[line + step] ?? lines[line]);
      next.focus();
      const upwards = lines.indexOf(next) < lines.indexOf(anchor);
      selection.setBaseAndExtent(
        anchor,
        upwards ? anchor.childNodes.length : 0,
        next,
        upwards ? 0 : next.childNodes.length,
      );
      return;
    }
    const next = lines[line + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  text?.addEventListener('keydown', onKeyDown);
  return () => text?.removeEventListener('keydown', onKeyDown);
}

function GapRow({ gap, clock }: { gap: TranscriptGap; clock: PlayerClock }) {
  const { start, end, speech } = gap;
  return (
    <p
      data-gap
      className="flex items-start gap-2 rounded-md border border-dashed border-edge px-3 py-2 text-sm text-soft"
    >
      <AudioLines aria-hidden className="mt-0.5 size-4 shrink-0 text-brass" />
      <span>
        {speech ? 'Speech heard, no words' : 'Sound heard, no words'}:{' '}
        <SeekLink clock={clock} seconds={start} className="text-ink tabular-nums underline underline-offset-2">
          {formatTimecode(start)} – {formatTimecode(end)}
        </SeekLink>
      </span>
    </p>
  );
}
