import { type RefObject, useLayoutEffect, useState } from 'react';

/** The inner width of an element in rem, also when it changes; undefined before it is on the page. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const measure = (): void => setWidth(measured.clientWidth / rem);
    // At once: the first frame that is painted has its columns.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
