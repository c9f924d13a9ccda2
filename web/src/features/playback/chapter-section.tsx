import type { Cue } from '@lectern/contract/transcripts/cue';
import { formatDuration } from '@lectern/contract/rules/timecode';
import type { Chapter } from '@lectern/contract/videos/videos';
import { shortText } from '@lectern/contract/rules/short-text';
import { clsx } from 'clsx';
import { ChevronDown, EllipsisVertical, Link2, Play, Share2 } from 'lucide-react';
import { use, useRef, type MouseEvent, type ReactNode } from 'react';
import { type PlayerClock, useClock } from '../../player/clock.ts';
import { SeekLink } from '../../player/seek-link.tsx';
import { EditableText } from '../../ui/editable-text.tsx';
import { Highlighted } from '../../ui/split-matches.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { ChapterQuotes } from './chapter-quotes.tsx';
import { type SaveChapter, createChapterTextSaver } from './use-save-video.ts';
import { useShareLink, SharePart } from './watch-context.ts';
import type { OpenChapters } from './use-open-chapters.ts';

type ChapterSectionProps = {
  chapter: Chapter;
  number: number;
  cues: readonly Cue[];
  words: string;
  open: boolean;
  active: boolean;
  onToggle: () => void;
  /** Before the recording jumps to it, told what was pressed. */
  onPick: (pressed: Element) => void;
  onSave: SaveChapter;
  clock: PlayerClock;
  menuEntries?: ReactNode;
};

/** One chapter: its picture, start and title in a row, and folded under it summary and quotes. */
function ChapterSection(props: ChapterSectionProps) {
  const { chapter, number, words, open, active, onToggle, onPick, onSave, clock, menuEntries } = props;
  const { copyMoment } = useShareLink();
  const sharePart = use(SharePart);
  const details = `chapter-${chapter.id}`;
  const play = (): void => clock.seek(chapter.start_seconds, true);
  return (
    <li
      data-current-chapter={active || undefined}
      aria-current={active || undefined}
      className={clsx(
        'relative px-4 py-3',
        active &&
          'bg-accent-wash/40 before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent forced-colors:before:bg-[Highlight]',
      )}
    >
      <div className="flex items-start gap-3">
        {chapter.thumbnail && (
          // The link with the time does the same by keyboard.
          <SeekLink
            clock={clock}
            seconds={chapter.start_seconds}
            onSeek={onPick}
            tabIndex={-1}
            aria-hidden
            className="mt-1 w-28 shrink-0 @sm:w-36 @lg:w-48 overflow-hidden rounded-sm bg-sunken"
          >
            <img
              src={chapter.thumbnail}
              alt=""
              width={320}
              height={180}
              loading="lazy"
              className="aspect-video w-full object-cover"
            />
          </SeekLink>
        )}
        <Toolbar label={`Chapter ${number}`} className="min-w-0 flex-1">
          <div className="flex items-center gap-0.5">
            <SeekLink
              clock={clock}
              seconds={chapter.start_seconds}
              onSeek={onPick}
              aria-label={`Play from ${chapter.start}`}
              className="mr-auto inline-flex min-h-6 items-center rounded-sm text-xs font-semibold tracking-wide text-accent tabular-nums hover:underline"
            >
              {chapter.start}
            </SeekLink>
            {active && <Remaining chapter={chapter} clock={clock} />}
            <Menu
              label={`Chapter ${number}`}
              trigger={
                <IconButton small label={`Actions for chapter ${number}`} icon={<EllipsisVertical aria-hidden />} />
              }
            >
              <MenuItem icon={<Play aria-hidden />} onSelect={play}>
                Play from here
              </MenuItem>
              <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyMoment(chapter.start_seconds)}>
                Copy link
              </MenuItem>
              {sharePart && (
                <MenuItem icon={<Share2 aria-hidden />} onSelect={() => sharePart({ chapter: chapter.id })}>
                  Share chapter
                </MenuItem>
              )}
              {menuEntries}
            </Menu>
            <IconButton
              small
              label={open ? `Collapse chapter ${number}` : `Expand chapter ${number}`}
              aria-expanded={open}
              aria-controls={details}
              icon={<ChevronDown aria-hidden className={clsx('transition-transform', open && 'rotate-180')} />}
              onClick={onToggle}
            />
          </div>
          <Title chapter={chapter} number={number} words={words} onPick={onPick} onSave={onSave} clock={clock} />
        </Toolbar>
      </div>
      <div id={details} hidden={!open}>
        {open && <Details {...props} />}
      </div>
    </li>
  );
}

/** A click plays the chapter, as in every table of contents; a double-click edits, and leaves playing as it was. */
function Title({
  chapter,
  number,
  words,
  onPick,
  onSave,
  clock,
}: Pick<ChapterSectionProps, 'chapter' | 'number' | 'words' | 'onPick' | 'onSave' | 'clock'>) {
  const wasPaused = useRef(true);
  const onClick = ({ target, currentTarget, detail }: MouseEvent): void => {
    if (!(target instanceof Element) || !target.closest('h3') || getSelection()?.isCollapsed === false) return;
    if (detail < 2) wasPaused.current = clock.element()?.paused ?? true;
    // A second click is meant for the same title.
    onPick(currentTarget);
    clock.seek(chapter.start_seconds, true);
  };
  return (
    // Only an addition to the link with the time, which keyboards and screen readers use.
    <div
      role="presentation"
      onClick={onClick}
      onDoubleClick={() => wasPaused.current && clock.element()?.pause()}
      className="[&_h3]:cursor-pointer"
    >
      <EditableText
        as="h3"
        value={chapter.title}
        label={`title of chapter ${number}`}
        className="text-base leading-snug"
        onSave={createChapterTextSaver(chapter, onSave)(
          ({ title }) => title,
          (now, title) => ({ ...now, title }),
        )}
      >
        {words === '' ? undefined : <Highlighted text={chapter.title} keyword={words} />}
      </EditableText>
    </div>
  );
}

function Details({ chapter, number, cues, words, clock, onSave }: ChapterSectionProps) {
  return (
    <div className="grid gap-4 pt-3 pb-1">
      <EditableText
        value={chapter.summary}
        label={`summary of chapter ${number}`}
        multiline
        minLength={shortText + 1}
        className="text-[0.9375rem] leading-relaxed"
        onSave={createChapterTextSaver(chapter, onSave)(
          ({ summary }) => summary,
          (now, summary) => ({ ...now, summary }),
        )}
      >
        {words === '' ? undefined : <Highlighted text={chapter.summary} keyword={words} />}
      </EditableText>
      {chapter.quote.length > 0 && (
        <ChapterQuotes chapter={chapter} number={number} cues={cues} clock={clock} onSave={onSave} />
      )}
      {chapter.search && (
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer font-medium">Answer of the last AI search</summary>
          <p className="pt-2 whitespace-pre-wrap">{chapter.search}</p>
        </details>
      )}
    </div>
  );
}

function Remaining({ chapter, clock }: Pick<ChapterSectionProps, 'chapter' | 'clock'>) {
  const left = useClock(clock, (now) => Math.max(0, Math.ceil(chapter.end_seconds - now)));
  return <span className="mr-1 text-xs text-soft tabular-nums">−{formatDuration(left)}</span>;
}

type ChapterListProps = {
  chapters: readonly Chapter[];
  cues: readonly Cue[];
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
