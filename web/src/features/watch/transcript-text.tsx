import { formatDuration, formatTimecode } from '@lectern/contract/rules/timecode';
import type { TranscriptGap } from '@lectern/contract/videos';
import { clsx } from 'clsx';
import { Link2 } from 'lucide-react';
import { memo, useState } from 'react';
import { type Clock, useClock } from '../../player/clock.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { cutAtMatches } from './find-in-transcript.ts';
import { GapRow } from './gap-row.tsx';
import { withGaps } from './gaps-in-place.ts';
import type { Paragraph } from '../../player/paragraphs.ts';
import { copyMoment, momentSearch } from './share-link.ts';

/** What the search has found in each cue, by the cue's place in the transcript. */
export type Marks = ReadonlyMap<number, readonly { from: number; to: number; current: boolean }[]>;

type TranscriptTextProps = {
  label: string;
  paragraphs: readonly Paragraph[];
  gaps: readonly TranscriptGap[];
  marks: Marks;
  clock: Clock;
};

/** What is said, as text to read. A line is a link to its moment; the line that plays is marked. */
export function TranscriptText({ label, paragraphs, gaps, marks, clock }: TranscriptTextProps) {
  return (
    <div ref={moveByKeys} role="group" aria-label={label} className="grid gap-4">
      {withGaps(paragraphs, gaps).map((row) => {
        if ('gap' in row) return <GapRow key={`gap ${row.gap.start}`} gap={row.gap} clock={clock} />;
        const { paragraph, n } = row;
        return (
          <TextParagraph
            key={paragraph.first}
            paragraph={paragraph}
            showSpeaker={paragraph.speaker !== undefined && paragraph.speaker !== paragraphs[n - 1]?.speaker}
            marks={marks}
            clock={clock}
            isFirst={n === 0}
          />
        );
      })}
    </div>
  );
}

const bringIntoView = (mark: HTMLElement | null): void =>
  mark?.scrollIntoView({ block: 'center', behavior: 'instant' });

/** Up and down go from line to line: the tabulator stops at the first one of a chapter only. */
function moveByKeys(text: HTMLElement | null): (() => void) | undefined {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const lines = [...(text?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
    const next = lines[lines.findIndex((line) => line.parentElement?.contains(document.activeElement)) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  text?.addEventListener('keydown', onKeyDown);
  return () => text?.removeEventListener('keydown', onKeyDown);
}

type TextParagraphProps = {
  paragraph: Paragraph;
  showSpeaker: boolean;
  marks: Marks;
  clock: Clock;
  isFirst: boolean;
};

/** Seconds a line stays marked after its words, so that short pauses do not flicker. */
const afterglow = 1.5;

const TextParagraph = memo(({ paragraph, showSpeaker, marks, clock, isFirst }: TextParagraphProps) => {
  const { cues, first, speaker } = paragraph;
  const start = cues[0]?.start ?? 0;
  const end = (cues.at(-1)?.end ?? 0) + afterglow;
  const playing = useClock(clock, (now) => {
    if (now < start || now >= end) return -1;
    const at = cues.findLastIndex((cue) => cue.start <= now + 0.05);
    return now < cues[at]!.end + afterglow ? at : -1;
  });
  const [chosen, setChosen] = useState<number>();
  return (
    // Long transcripts: what is out of sight is not laid out.
    <p className="[contain-intrinsic-size:auto_7rem] [content-visibility:auto]">
      <span className="mb-0.5 flex items-baseline gap-2 text-xs">
        {showSpeaker && <strong className="font-semibold text-ink">{speaker}</strong>}
        <span className="text-soft tabular-nums">{formatDuration(start)}</span>
      </span>
      {cues.map((cue, n) => (
        <span
          key={`${cue.start}-${first + n}`}
          onFocus={() => setChosen(n)}
          onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setChosen(undefined)}
        >
          <a
            href={momentSearch(cue.start)}
            tabIndex={isFirst && n === 0 ? 0 : -1}
            data-line={first + n}
            data-current-line={n === playing || undefined}
            aria-current={n === playing || undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              // Safari gives no focus to a link that is clicked.
              event.currentTarget.focus({ preventScroll: true });
              clock.seek(cue.start, true);
            }}
            className={clsx(
              'rounded-[2px] decoration-2 underline-offset-4 box-decoration-clone hover:underline hover:decoration-edge',
              n === playing && 'bg-accent-wash underline decoration-accent!',
            )}
          >
            {cutAtMatches(cue.text, marks.get(first + n) ?? []).map(({ text, mark }, at) =>
              mark ? (
                <mark
                  key={at}
                  ref={mark === 'current' ? bringIntoView : undefined}
                  data-current-match={mark === 'current' || undefined}
                  className={clsx(mark === 'current' && 'outline-2 outline-brass')}
                >
                  {text}
                </mark>
              ) : (
                text
              ),
            )}
          </a>
          {chosen === n && (
            <span className="relative inline-block size-0">
              <IconButton
                small
                label={`Copy link to ${formatTimecode(cue.start)}`}
                icon={<Link2 aria-hidden />}
                onClick={() => void copyMoment(cue.start)}
                className="absolute -top-5 left-0.5 z-1 border border-line bg-surface! shadow-float"
              />
            </span>
          )}{' '}
        </span>
      ))}
    </p>
  );
});
