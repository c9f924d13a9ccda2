import { type RefObject, useLayoutEffect, useState } from 'react';

/** The height of the line of `PlayingBar`. */
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
