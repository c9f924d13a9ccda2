import { clsx } from 'clsx';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { type PlayerClock, useClock } from './clock.ts';
import { seekStep, type ChapterMark } from './commands.ts';
import { RangeHandles, type TimeRange } from './range-handles.tsx';
import { spokenTime } from './spoken-time.ts';
import { useStoryboard, tileAt, StoryboardPicture } from './storyboard.tsx';
import type { Tile } from './read-storyboard.ts';

/** Seconds the page keys move. */
const pageStep = 30;

/** The part of a recording that is being cut out, shown with a handle at each end. */
export type RangeSelection = { value: TimeRange; onChange: (next: TimeRange) => void };

/** How far the recording is there from where it stands, in seconds. */
function loadedTo(clock: PlayerClock): number {
  const element = clock.element();
  const now = clock.now();
  if (!element) return 0;
  const { buffered } = element;
  for (let n = 0; n < buffered.length; n += 1)
    if (buffered.start(n) <= now + 0.1 && buffered.end(n) > now) return buffered.end(n);
  return now;
}

type TimelineProps = {
  chapters: readonly ChapterMark[];
  duration: number;
  clock: PlayerClock;
  storyboard: string | null;
  /** The second up to which the recording is there; all of it otherwise. */
  arrived?: number | undefined;
  range?: RangeSelection | undefined;
};

/**
 * Shows the recording as a slider of chapters in proportion to their length. Clicks, drags and keys move it; hover or
 * focus shows picture, time and chapter.
 */
export function Timeline({ chapters, duration, clock, storyboard, arrived, range }: TimelineProps) {
  const line = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  const [focused, setFocused] = useState(false);
  const [scrubbing, setScrubbing] = useState(false);
  const [wanted, setWanted] = useState(false);
  const tiles = useStoryboard(storyboard, wanted);
  const second = useClock(clock, Math.floor);
  const chapterAt = (seconds: number): ChapterMark | undefined =>
    chapters.findLast(({ start_seconds }) => start_seconds <= seconds);
  // Compares the exact time, since its whole second may belong to the previous chapter.
  const playing =
    chapters[useClock(clock, (now) => chapters.findLastIndex(({ start_seconds }) => start_seconds <= now))];
  const percent = (seconds: number): number => (duration > 0 ? Math.min(1, Math.max(0, seconds / duration)) * 100 : 0);

  useEffect(() => {
    const draw = (): void => {
      const at = scrubbing && pointed !== undefined ? pointed : clock.now();
      const share = duration > 0 ? Math.min(1, at / duration) : 0;
      line.current?.style.setProperty('--at', `${share * 100}%`);
      const loaded = duration > 0 ? Math.min(1, loadedTo(clock) / duration) : 0;
      line.current?.style.setProperty('--loaded', `${loaded * 100}%`);
    };
    draw();
    return clock.subscribe(draw);
  }, [clock, duration, scrubbing, pointed]);

  const secondsAt = (clientX: number): number => {
    const box = line.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    return Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * duration;
  };
  const point = (seconds: number | undefined): void => {
    setPointed(seconds);
    if (seconds !== undefined) setWanted(true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return setFocused(false);
    const now = clock.now();
    const target = {
      ArrowLeft: now - seekStep,
      ArrowDown: now - seekStep,
      ArrowRight: now + seekStep,
      ArrowUp: now + seekStep,
      PageDown: now - pageStep,
      PageUp: now + pageStep,
      Home: 0,
      End: duration,
    }[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    clock.seek(Math.min(target, duration));
    setFocused(true);
  };
  const pointer = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setScrubbing(true);
      point(secondsAt(event.clientX));
    },
    onPointerMove: (event: PointerEvent) => point(secondsAt(event.clientX)),
    onPointerUp(event: PointerEvent) {
      if (!scrubbing) return;
      setScrubbing(false);
      clock.seek(secondsAt(event.clientX));
      if (event.pointerType !== 'mouse') point(undefined);
    },
    onPointerCancel: () => setScrubbing(false),
    onPointerLeave: () => !scrubbing && point(undefined),
  };

  const shown = pointed ?? (focused ? second : undefined);
  const segments = (look: string, playing?: ChapterMark) =>
    (chapters.length > 0 ? chapters : [{ id: 'all', start_seconds: 0, end_seconds: duration }]).map((chapter) => (
      <span
        key={chapter.id}
        className={clsx(
          'absolute inset-y-0 rounded-[2px]',
          look,
          chapter.id === playing?.id && 'bg-edge! forced-colors:bg-[CanvasText]!',
        )}
        style={{
          left: `${percent(chapter.start_seconds)}%`,
          width: `max(1px, calc(${percent(chapter.end_seconds) - percent(chapter.start_seconds)}% - 2px))`,
        }}
      />
    ));

  return (
    <div className={clsx('relative', range ? 'mx-6' : 'mx-1')}>
      {shown !== undefined && (
        <TimelinePreview
          tiles={tiles}
          seconds={shown}
          share={percent(shown)}
          chapter={chapterAt(shown)?.title}
          isThere={arrived === undefined || shown <= arrived}
        />
      )}
      <div
        ref={line}
        role="slider"
        tabIndex={0}
        aria-label="Time line"
        aria-valuemin={0}
        aria-valuemax={Math.floor(duration)}
        aria-valuenow={second}
        aria-valuetext={
          [spokenTime(second), playing?.title].filter(Boolean).join(', chapter ') +
          (arrived === undefined ? '' : `; there up to ${spokenTime(Math.floor(arrived))}`)
        }
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          setWanted(true);
          setFocused(event.currentTarget.matches(':focus-visible'));
        }}
        onBlur={() => setFocused(false)}
        {...pointer}
        className="group relative h-8 cursor-pointer touch-none rounded-sm"
      >
        <div className="absolute inset-x-0 inset-y-[0.8125rem] transition-[inset] group-hover:inset-y-3">
          {segments('bg-line forced-colors:bg-[GrayText]', playing)}
          <div className="absolute inset-0 [clip-path:inset(0_calc(100%-var(--loaded))_0_0)]">
            {segments('bg-edge/55')}
          </div>
          <div className="absolute inset-0 [clip-path:inset(0_calc(100%-var(--at))_0_0)]">
            {segments('bg-accent forced-colors:bg-[Highlight]')}
          </div>
        </div>
        {arrived !== undefined && (
          <span
            title={`There up to ${formatDuration(arrived)}`}
            style={{ left: `${percent(arrived)}%` }}
            className="absolute inset-y-1.5 right-0 border-l-2 border-ink bg-[repeating-linear-gradient(135deg,var(--color-line)_0_3px,transparent_3px_6px)]"
          />
        )}
        <span className="absolute top-1/2 left-(--at) size-3.5 -translate-1/2 rounded-full border-2 border-surface bg-accent forced-colors:bg-[Highlight] shadow-sm transition-transform group-hover:scale-115" />
      </div>
      {range && <RangeHandles {...range} duration={duration} secondsAt={secondsAt} percent={percent} onPoint={point} />}
    </div>
  );
}

type TimelinePreviewProps = {
  tiles: readonly Tile[];
  seconds: number;
  /** Where on the line, in percent. */
  share: number;
  chapter?: string | undefined;
  isThere: boolean;
};

function TimelinePreview({ tiles, seconds, share, chapter, isThere }: TimelinePreviewProps) {
  const tile = tileAt(tiles, seconds);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full z-10 mb-1 w-60 -translate-x-1/2 overflow-hidden rounded-md border border-line bg-surface text-ink shadow-float"
      // Half of its own width is the nearest it comes to an end of the line.
      style={{ left: `clamp(7.5rem, ${share}%, calc(100% - 7.5rem))` }}
    >
      {tile && (
        <div className="overflow-hidden" style={{ aspectRatio: `${tile.width} / ${tile.height}` }}>
          <StoryboardPicture tile={tile} scale={previewWidth / tile.width} className="origin-top-left" />
        </div>
      )}
      <div className="grid gap-0.5 px-2.5 py-1.5 text-xs">
        {chapter && <span className="truncate font-medium">{chapter}</span>}
        <span className="text-soft tabular-nums">
          {formatDuration(seconds)}
          {!isThere && ' · not there yet'}
        </span>
      </div>
    </div>
  );
}

/** CSS pixels: 15 rem without the border. */
const previewWidth = 238;
