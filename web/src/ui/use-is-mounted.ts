import { useCallback, useEffect, useRef } from 'react';

/** Tells whether what called it still stands on the page, for what is done when an answer has come. */
export function useIsMounted(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
