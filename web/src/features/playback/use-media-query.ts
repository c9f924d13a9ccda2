import { useSyncExternalStore } from 'react';

/** A hook that tells whether a media query holds. */
export function createQuery(text: string): () => boolean {
  const query = window.matchMedia(text);
  const subscribe = (listener: () => void): (() => void) => {
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}

/** Whether there is room for two columns (specification: 768 px and above). */
export const useTwoColumns = createQuery('(min-width: 768px)');

/** Whether a player that stays in sight, as wide as the window, leaves room under it to read in. */
export const useRoomUnderPlayer = createQuery('(max-aspect-ratio: 1/1) and (min-height: 34rem)');
