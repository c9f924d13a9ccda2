import { formatDuration } from '@lectern/contract/rules/timecode';
import type { Chapter } from '@lectern/contract/videos/videos';
import { Pause, Play } from 'lucide-react';
import { type RefObject, useEffect, useState, useLayoutEffect } from 'react';
import { type PlayerClock, useClock, useMedia } from '../../player/clock.ts';
import { IconButton } from '../../ui/icon-button.tsx';

type PlayingBarProps = {
  /** The player; the bar replaces it while it is out of sight. */
  player: RefObject<HTMLElement | null>;
  chapters: readonly Chapter[];
  clock: PlayerClock;
  /** How much of the window's top the header takes while the page scrolls. */
  under: string;
};

/**
 * Where a pinned player would cover everything: playing, time and chapter in one line, once the player has scrolled
 * away.
 */
export function PlayingBar({ player, chapters, clock, under }: PlayingBarProps) {
  const [away, setAway] = useState(false);
  const paused = useMedia(clock, (element) => element.paused, true);
  const second = useClock(clock, Math.floor);
  const title = useClock(clock, (now) => chapters.findLast(({ start_seconds }) => start_seconds <= now)?.title);
  useEffect(() => {
    if (!player.current) return;
    // The last of several entries is the current state.
    const observer = new IntersectionObserver((entries) => setAway(entries.at(-1)?.isIntersecting === false));
    observer.observe(player.current);
    return () => observer.disconnect();
  }, [player]);
  if (!away) return null;
  const toggle = (): void => {
    const element = clock.element();
    if (element?.paused) void element.play().catch(() => undefined);
    else element?.pause();
  };
  return (
    <div
      data-pinned
      role="group"
      aria-label="Playing"
      style={{ top: under }}
      className="fixed inset-x-0 z-30 flex h-11 items-center gap-2 border-b border-line bg-surface px-2"
    >
      <IconButton
        label={paused ? 'Play' : 'Pause'}
        icon={paused ? <Play aria-hidden className="fill-current" /> : <Pause aria-hidden className="fill-current" />}
        onClick={toggle}
        className="text-ink"
      />
      <span className="text-sm tabular-nums">{formatDuration(second)}</span>
      <button
        type="button"
        onClick={() => player.current?.scrollIntoView({ block: 'center' })}
        className="min-h-9 min-w-0 flex-1 truncate text-left text-sm text-soft hover:text-ink"
      >
        {title ?? 'To the player'}
      </button>
    </div>
  );
}

const playingBar = '2.75rem';

/**
 * How much of the window's top stays taken while the page scrolls: by the header and the player pinned under it, or by
 * a line under `header`.
 */
export function useTaken(player: RefObject<HTMLElement | null>, pinned: boolean, header: string): string {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = player.current;
    if (!element || !pinned) return;
    const measure = (): void => setHeight(Math.round(element.getBoundingClientRect().height));
    measure();
    // Its tools open and close in it.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [player, pinned]);
  return `calc(${header} + ${pinned ? `${height}px` : playingBar})`;
}
