import { useSyncExternalStore } from 'react';

/** The one clock of the watch page: player, time line, transcript and quotes all read it. Seconds. */
export type Clock = {
  now(): number;
  subscribe(listener: () => void): () => void;
  /** Follows a media element until the returned function is called. */
  follow(element: HTMLMediaElement): () => void;
  /** Moves the recording, once there is one. */
  seek(seconds: number, play?: boolean): void;
  element(): HTMLMediaElement | undefined;
};

export function createClock(): Clock {
  let element: HTMLMediaElement | undefined;
  let waiting: number | undefined;
  const listeners = new Set<() => void>();
  const tick = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    now: () => waiting ?? element?.currentTime ?? 0,
    element: () => element,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow(next) {
      element = next;
      const begin = (): void => {
        if (waiting === undefined) return;
        next.currentTime = waiting;
        waiting = undefined;
        tick();
      };
      const events = ['timeupdate', 'seeking', 'seeked', 'play', 'pause'] as const;
      for (const event of events) next.addEventListener(event, tick);
      next.addEventListener('loadedmetadata', begin);
      return () => {
        for (const event of events) next.removeEventListener(event, tick);
        next.removeEventListener('loadedmetadata', begin);
        if (element !== next) return;
        // The next player goes on from here.
        waiting = next.currentTime;
        element = undefined;
      };
    },
    seek(seconds, play = false) {
      if (element && element.readyState > 0) element.currentTime = seconds;
      else waiting = seconds;
      // Browsers refuse to play before the first click; the position is right all the same.
      if (play) element?.play().catch(() => undefined);
      tick();
    },
  };
}

/** A value made of the current time; the component draws again only when the value changes. */
export const useClock = <T extends string | number | boolean | undefined>(
  clock: Clock,
  read: (seconds: number) => T,
): T => useSyncExternalStore(clock.subscribe, () => read(clock.now()));
