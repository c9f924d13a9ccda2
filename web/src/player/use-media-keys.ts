import { useEffect } from 'react';
import type { PlayerClock } from './clock.ts';
import type { Commands } from './commands.ts';
import type { PlayableVideo } from './playable.ts';

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
