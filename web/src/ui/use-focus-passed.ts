import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** Hands the focus on when a part of the page goes that has it. */
export function useFocusPassed(part: RefObject<HTMLElement | null>, pass: () => void): void {
  const passed = useEffectEvent(pass);
  useLayoutEffect(() => {
    const shown = part.current;
    return () => {
      if (shown?.contains(document.activeElement)) passed();
    };
  }, [part]);
}
