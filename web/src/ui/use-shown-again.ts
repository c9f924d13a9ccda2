import { useEffect, useEffectEvent } from 'react';

/**
 * Undoes what was so because the page was being left: the browser kept it as it was, and Back shows it again. Who left it
 * gets no answer any more, and nothing else would ever end a button that is busy.
 */
export function useShownAgain(undo: () => void): void {
  const shown = useEffectEvent(({ persisted }: PageTransitionEvent): void => {
    if (persisted) undo();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent): void => shown(event);
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  }, []);
}
