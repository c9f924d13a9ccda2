import { useEffect } from 'react';
import type { Chapter, VideoDetail } from '@lectern/contract/videos/videos';
import type { PlayerClock } from './clock.ts';

/** The speeds one can choose, slowest first. */
export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5] as const;

/** Seconds an arrow key moves (specification, section 9). */
export const seekStep = 3;

/** Within this many seconds of a chapter's start, 'previous' means the chapter before it. */
const grace = 3;

/** Commands of the player. Each returns a text to show briefly, or nothing when nothing happened. */
export type Commands = ReturnType<typeof createCommands>;

const percentText = (share: number): string => `${Math.round(share * 100)}%`;

export function createCommands(clock: PlayerClock, chapters: readonly ChapterMark[], duration: number) {
  const withElement = (act: (element: HTMLMediaElement) => string | undefined) => (): string | undefined => {
    const element = clock.element();
    return element && act(element);
  };
  const open = (chapter: ChapterMark | undefined): string | undefined => {
    if (chapter) clock.seek(chapter.start_seconds);
    return chapter?.title;
  };
  const changeRate = (direction: 1 | -1) =>
    withElement((element) => {
      const now = element.playbackRate;
      const next = direction > 0 ? rates.find((rate) => rate > now) : rates.findLast((rate) => rate < now);
      if (next !== undefined) element.playbackRate = next;
      return `${next ?? now}×`;
    });
  const changeVolume = (by: number) =>
    withElement((element) => {
      element.muted = false;
      element.volume = Math.min(1, Math.max(0, Math.round((element.volume + by) * 20) / 20));
      return `Volume ${percentText(element.volume)}`;
    });

  return {
    toggle: withElement((element) => {
      if (element.paused) void element.play().catch(() => undefined);
      else element.pause();
      return undefined;
    }),
    skip: (seconds: number) => (): string => {
      clock.seek(Math.min(duration, clock.now() + seconds));
      return `${seconds > 0 ? '+' : '−'}${Math.abs(seconds)} s`;
    },
    jump: (share: number) => (): string => {
      clock.seek(share * duration);
      return percentText(share);
    },
    /** Into a window of its own over all others, and back. */
    float: withElement((element) => {
      if (document.pictureInPictureElement) void document.exitPictureInPicture();
      else if (element instanceof HTMLVideoElement) void element.requestPictureInPicture().catch(() => undefined);
      return undefined;
    }),
    mute: withElement((element) => {
      element.muted = !element.muted;
      return element.muted ? 'Sound off' : 'Sound on';
    }),
    faster: changeRate(1),
    slower: changeRate(-1),
    louder: changeVolume(0.1),
    quieter: changeVolume(-0.1),
    nextChapter: (): string | undefined =>
      open(chapters.find(({ start_seconds }) => start_seconds > clock.now() + 0.1)),
    previousChapter: (): string | undefined =>
      open(chapters.findLast(({ start_seconds }) => start_seconds < clock.now() - grace) ?? chapters[0]),
  };
}

/** Seconds the keys for back and forward move, where the system names none. */
const step = 10;

/** The keys of keyboards and headphones, and what the system shows of what plays. */
export function useMediaKeys(clock: PlayerClock, { title, thumbnail }: PlayableVideo, commands: Commands): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({ title, ...(thumbnail ? { artwork: [{ src: thumbnail }] } : {}) });
    const acts: [MediaSessionAction, MediaSessionActionHandler][] = [
      [
        'play',
        () =>
          void clock
            .element()
            ?.play()
            .catch(() => undefined),
      ],
      ['pause', () => clock.element()?.pause()],
      ['seekbackward', ({ seekOffset }) => void commands.skip(-(seekOffset ?? step))()],
      ['seekforward', ({ seekOffset }) => void commands.skip(seekOffset ?? step)()],
      ['seekto', ({ seekTime }) => seekTime !== undefined && clock.seek(seekTime)],
      ['previoustrack', () => void commands.previousChapter()],
      ['nexttrack', () => void commands.nextChapter()],
    ];
    // Browsers refuse actions they do not know.
    const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null): void => {
      try {
        session.setActionHandler(action, handler);
      } catch {
        return;
      }
    };
    for (const [action, handler] of acts) set(action, handler);
    return () => {
      session.metadata = null;
      for (const [action] of acts) set(action, null);
    };
  }, [clock, title, thumbnail, commands]);
}

export type ChapterMark = Pick<Chapter, 'id' | 'title' | 'start_seconds' | 'end_seconds'>;

export type PlayableVideo = Pick<
  VideoDetail,
  'playback_id' | 'duration' | 'captionsTrackId' | 'title' | 'thumbnail' | 'kind' | 'storyboard'
> & { chapters: readonly ChapterMark[] };
