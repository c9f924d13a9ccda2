import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

const createQuery = (text: string) => {
  const subscribe = (listener: () => void): (() => void) => {
    const query = matchMedia(text);
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  };
  return (): boolean =>
    useSyncExternalStore(
      subscribe,
      () => matchMedia(text).matches,
      () => false,
    );
};

/** Whether chapters and transcript stand beside the player, as the styles have it from `lg` on. */
export const usePanelBesidePlayer = createQuery('(min-width: 64rem)');

/** Whether a player that stays in sight, as wide as the window, leaves room under it to read in. */
export const useRoomUnderPlayer = createQuery('(max-aspect-ratio: 1/1) and (min-height: 34rem)');

/** Whether the frame becomes as high as the page, so that nothing stays in sight in it. `portal-theme.js` knows it. */
export const isUnrolled = (): boolean => document.documentElement.dataset['unrolled'] !== undefined;

/** How much of the window's top something takes that is pinned there. CSS pixels. */
export function useHeight(pinned: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = pinned.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(Math.floor(element.getBoundingClientRect().height)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [pinned]);
  return height;
}
