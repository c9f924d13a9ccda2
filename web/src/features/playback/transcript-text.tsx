import type { TranscriptGap } from '@lectern/contract/videos/videos';
import type { PlayerClock } from '../../player/clock.ts';
import type { Paragraph } from '../../player/paragraphs.ts';
import { GapRow } from './gap-row.tsx';
import { mergeGaps } from './gaps-in-place.ts';
import type { HighlightMarks } from './highlight-marks.ts';
import { TextParagraph, type Marks } from './text-paragraph.tsx';
import type { TranscriptEdits } from './use-transcript-edits.ts';

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
export function TranscriptText({ label, paragraphs, gaps, marks, highlights, edits, clock }: TranscriptTextProps) {
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
