import { type RefObject, useLayoutEffect, useState } from 'react';

/** The line of `PlayingBar`, at the very top of a window in which the header does not stay. */
const playingBar = '2.75rem';

/** How much of the window's top stays taken while the page scrolls: by the header and the player pinned under it, or by a line. */
export function useTaken(player: RefObject<HTMLElement | null>, pinned: boolean): string {
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
  return pinned ? `calc(var(--header) + ${height}px)` : playingBar;
}
