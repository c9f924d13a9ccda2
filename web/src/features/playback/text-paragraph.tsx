import type { Cue } from '@lectern/contract/transcripts/cue';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { formatDuration, formatTimecode } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import { Link2, Pencil } from 'lucide-react';
import { Fragment, memo, use, useRef, useState } from 'react';
import { type PlayerClock, usePlayingCue } from '../../player/clock.ts';
import type { Paragraph } from '../../player/paragraphs.ts';
import { EditingAllowed } from '../../ui/drafts.ts';
import { EditableText } from '../../ui/editable-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFocusOnceDrawn } from '../../ui/focus-place.ts';
import { splitAtMatches } from './find-in-transcript.ts';
import type { HighlightMarks } from './highlight-marks.ts';
import { useShareLink } from './watch-context.ts';
import type { TranscriptEdits } from './use-transcript-edits.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Search matches in each cue, by the cue's index in the transcript. */
export type Marks = ReadonlyMap<number, readonly { from: number; to: number; current: boolean }[]>;

/** Most visits change nothing. */
const LineEditor = lazyPart(() => import('./line-editor.tsx'));

const none: readonly never[] = [];

type TextParagraphProps = {
  paragraph: Paragraph;
  showSpeaker: boolean;
  marks: Marks;
  highlights: HighlightMarks;
  edits: TranscriptEdits;
  clock: PlayerClock;
  isFirst: boolean;
};

/** Lines that are read as one, with their speaker and the time they begin. */
export const TextParagraph = memo((props: TextParagraphProps) => {
  const { paragraph, showSpeaker, marks, highlights, edits, clock, isFirst } = props;
  const { cues, first, speaker } = paragraph;
  const start = cues[0]?.start ?? 0;
  const playing = usePlayingCue(clock, cues);
  const mayEdit = use(EditingAllowed);
  const [editing, setEditing] = useState<number>();
  const block = useRef<HTMLDivElement>(null);
  const focusOnceDrawn = useFocusOnceDrawn();
  const done = (n: number, refocus: boolean): void => {
    setEditing(undefined);
    if (refocus) focusOnceDrawn(() => block.current?.querySelector<HTMLElement>(`[data-line="${first + n}"]`));
  };
  return (
    // Long transcripts: what is out of sight is not laid out. Where there is focus, buttons and editor may stand out.
    <div
      ref={block}
      className="relative [contain-intrinsic-height:auto_7rem] [content-visibility:auto] focus-within:[content-visibility:visible]"
    >
      <div className="mb-0.5 flex items-baseline gap-2 text-xs">
        <span className="text-soft tabular-nums select-none">{formatDuration(start)}</span>
        {showSpeaker && speaker !== undefined && (
          <EditableText
            as="strong"
            value={speaker}
            label={`name of ${speaker}`}
            // The dialog of all speakers is the way of the keyboard: not one more stop at every turn.
            skipped
            className="font-semibold text-ink"
            onSave={(name) => edits.renameSpeaker(speaker, name)}
          />
        )}
      </div>
      {cues.map((cue, n) =>
        n === editing ? (
          <Fragment key={`${cue.start}-${first + n}`}>
            <LineEditor
              cue={cue}
              onSave={(text) => edits.editLine(first + n, cue, text)}
              onDone={(refocus) => done(n, refocus)}
              fallback={<span>{cue.text} </span>}
              missing={<span>{cue.text} </span>}
              onMissing={() => done(n, true)}
            />{' '}
          </Fragment>
        ) : (
          <Line
            key={`${cue.start}-${first + n}`}
            cue={cue}
            n={first + n}
            playing={n === playing}
            marks={marks.get(first + n) ?? none}
            highlights={highlights.get(first + n) ?? none}
            clock={clock}
            isFirst={isFirst && n === 0}
            goesOn={n > 0}
            onEdit={mayEdit ? () => setEditing(n) : undefined}
          />
        ),
      )}
    </div>
  );
});

type LineProps = {
  cue: Cue;
  /** Its place in the transcript. */
  n: number;
  playing: boolean;
  marks: Parameters<typeof splitAtMatches>[1];
  highlights: Parameters<typeof splitAtMatches>[2];
  clock: PlayerClock;
  isFirst: boolean;
  /** Whether a line comes before it in its paragraph. */
  goesOn: boolean;
  /** Undefined for who may only read. */
  onEdit: (() => void) | undefined;
};

/** A line is a link to its moment. F2 or a double-click, or the pencil beside it while it has focus, edits it. */
function Line({ cue, n, playing, marks, highlights, clock, isFirst, goesOn, onEdit }: LineProps) {
  const { copyMoment } = useShareLink();
  const [chosen, setChosen] = useState(false);
  /** A double-click begins with a click, and that plays. */
  const wasPaused = useRef(true);
  return (
    <span
      onFocus={() => setChosen(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setChosen(false)}
    >
      <a
        href={buildStartTimeQuery(cue.start)}
        tabIndex={isFirst ? 0 : -1}
        data-line={n}
        data-line-from={cue.start}
        data-current-line={playing || undefined}
        aria-current={playing || undefined}
        aria-keyshortcuts={onEdit && 'F2'}
        // Dragging over a line selects its words instead of taking the link along.
        draggable={false}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          // The click that ends a selection.
          if (getSelection()?.isCollapsed === false && event.detail > 0) return;
          // Safari gives no focus to a link that is clicked.
          event.currentTarget.focus({ preventScroll: true });
          if (event.detail < 2) wasPaused.current = clock.element()?.paused ?? true;
          clock.seek(cue.start, true);
        }}
        onDoubleClick={() => {
          if (!onEdit) return;
          if (wasPaused.current) clock.element()?.pause();
          onEdit();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'F2' || !onEdit) return;
          event.preventDefault();
          onEdit();
        }}
        className="group/line rounded-[2px] select-text [-webkit-user-drag:none] box-decoration-clone"
      >
        {/* In the link: Chromium selects nothing when a drag begins right where a link does, after other text. */}
        {goesOn && ' '}
        {/* The space between two lines belongs to none of them: it is not marked. */}
        <span
          className={clsx(
            'rounded-[2px] decoration-2 underline-offset-4 box-decoration-clone group-hover/line:underline group-hover/line:decoration-edge',
            playing && 'bg-accent-wash underline decoration-accent!',
          )}
        >
          {splitAtMatches(cue.text, marks, highlights).map(({ text, mark, highlighted }, at) =>
            mark || highlighted ? (
              <mark
                key={at}
                data-current-match={mark === 'current' || undefined}
                data-highlighted={highlighted}
                className={clsx(
                  mark === 'current' && 'outline-2 outline-brass',
                  highlighted && 'border-b-2 border-brass',
                  highlighted && !mark && 'bg-mark/40 text-ink',
                )}
              >
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
      </a>
      {chosen && (
        // Under the end of the line, so that it can be read; the tools of what is selected would cover it.
        <span className="absolute [[data-selecting]_&]:hidden right-0 z-1 mt-0.5 flex rounded-md border border-line bg-surface shadow-float">
          {onEdit && (
            <IconButton
              small
              label={`Edit line at ${formatTimecode(cue.start)}`}
              icon={<Pencil aria-hidden />}
              onClick={onEdit}
            />
          )}
          <IconButton
            small
            label={`Copy link to ${formatTimecode(cue.start)}`}
            icon={<Link2 aria-hidden />}
            onClick={() => void copyMoment(cue.start)}
          />
        </span>
      )}
    </span>
  );
}
