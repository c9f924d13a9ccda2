import { QueryClientContext } from '@tanstack/react-query';
import { use, useEffect, useEffectEvent } from 'react';

/**
 * On Back to a page kept by the browser, undoes its leaving state, such as busy buttons. Queries reload, except those
 * whose request begins something (`meta.begins`).
 */
export function useRestoredPage(undo: () => void): void {
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
