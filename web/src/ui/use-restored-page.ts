import { QueryClientContext } from '@tanstack/react-query';
import { use, useEffect, useEffectEvent } from 'react';

/**
 * Undoes what was so because the page was being left: the browser kept it as it was, and Back shows it again. Who left it
 * gets no answer any more, and nothing else would ever end a button that is busy. What it shows is asked for anew, as it may
 * have changed where they were; but not what begins something by being asked for (`meta.begins`).
 */
export function useShownAgain(undo: () => void): void {
  // Pages of the sandbox ask for themselves.
  const queries = use(QueryClientContext);
  const shown = useEffectEvent(({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    undo();
    void queries?.invalidateQueries({ predicate: ({ meta }) => meta?.begins !== true });
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent): void => shown(event);
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  }, []);
}
