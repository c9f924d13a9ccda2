import { useSyncExternalStore } from 'react';
import type { Cue } from '@lectern/contract/transcripts/cue';

/** The one clock of the watch page: player, time line, transcript and quotes all read it. Seconds. */
export type PlayerClock = {
  now(): number;
  /** Hears of every change of the time and of the player: playing, loudness, speed. */
  subscribe(listener: () => void): () => void;
  /** Follows a media element until the returned function is called. The next one goes on where this one was. */
  follow(element: HTMLMediaElement): () => void;
  seek(seconds: number, play?: boolean): void;
  element(): HTMLMediaElement | undefined;
};

const events = [
  'timeupdate',
  'seeking',
  'seeked',
  'play',
  'playing',
  'pause',
  'waiting',
  'canplay',
  'ended',
  'durationchange',
  'volumechange',
  'ratechange',
] as const;

// Browsers refuse to play before the first click; the position is right all the same.
const tryToPlay = (element: HTMLMediaElement): void => void element.play().catch(() => undefined);

export function createClock(): PlayerClock {
  let element: HTMLMediaElement | undefined;
  /** Start position for the next player, or for this one once it knows its recording. */
  let pending: { seconds: number; play: boolean } | undefined;
  const listeners = new Set<() => void>();
  const tick = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    now: () => pending?.seconds ?? element?.currentTime ?? 0,
    element: () => element,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow(next) {
      element = next;
      const begin = (): void => {
        if (pending === undefined) return;
        next.currentTime = pending.seconds;
        if (pending.play) tryToPlay(next);
        pending = undefined;
        tick();
      };
      for (const event of events) next.addEventListener(event, tick);
      next.addEventListener('loadedmetadata', begin);
      tick();
      return () => {
        for (const event of events) next.removeEventListener(event, tick);
        next.removeEventListener('loadedmetadata', begin);
        if (element !== next) return;
        pending ??= { seconds: next.currentTime, play: !next.paused };
        element = undefined;
      };
    },
    seek(seconds, play = false) {
      const target = Math.max(0, seconds);
      if (element && element.readyState > 0) {
        element.currentTime = target;
        if (play) tryToPlay(element);
      } else pending = { seconds: target, play: play || (pending?.play ?? false) };
      tick();
    },
  };
}

type Primitive = string | number | boolean | undefined;

/** A value made of the current time; the component draws again only when the value changes. */
export const useClock = <T extends Primitive>(clock: PlayerClock, read: (seconds: number) => T): T =>
  useSyncExternalStore(
    clock.subscribe,
    () => read(clock.now()),
    () => read(clock.now()),
  );

/** A value made of the player's state; `otherwise` while there is no player. */
export const useMedia = <T extends Primitive>(
  clock: PlayerClock,
  read: (element: HTMLMediaElement) => T,
  otherwise: T,
): T => {
  const value = (): T => {
    const element = clock.element();
    return element ? read(element) : otherwise;
  };
  return useSyncExternalStore(clock.subscribe, value, value);
};

/** Seconds a line stays marked after its words, so that short pauses do not flicker. */
const afterglow = 1.5;

/** Seconds: a seek to the start of a line may land this much before it. */
const early = 0.05;

/** Which of the lines of a paragraph is being said, by its place in it; -1 when none is. */
export function usePlayingCue(clock: PlayerClock, cues: readonly Cue[]): number {
  const start = cues[0]?.start ?? 0;
  const end = (cues.at(-1)?.end ?? 0) + afterglow;
  return useClock(clock, (now) => {
    // Before the recording plays nothing is said.
    if (now <= 0 || now < start || now >= end) return -1;
    const at = cues.findLastIndex((cue) => cue.start <= now + early);
    return now < cues[at]!.end + afterglow ? at : -1;
  });
}
