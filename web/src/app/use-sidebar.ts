import { useState } from 'react';
import { writeStoredJson, readStoredJson } from '../ui/local-storage.ts';

/** CSS pixels. From here on the sidebar stands beside the page (specification section 9); before, over it. */
const beside = '(min-width: 768px)';
/** From here on a page keeps room enough beside it, so that it is open until somebody closes it. */
const roomy = '(min-width: 1024px)';

const matches = (query: string): boolean => matchMedia(query).matches;

/**
 * Tells whether a sidebar is open. A choice beside the page lasts across visits; over the page it starts closed, and
 * `leave` closes it after navigation.
 */
export function useSidebar(key: string): { open: boolean; choose: (open: boolean) => void; leave: () => void } {
  const [open, setOpen] = useState(() => {
    const kept = readStoredJson(key);
    return matches(beside) && (typeof kept === 'boolean' ? kept : matches(roomy));
  });
  return {
    open,
    choose(next) {
      setOpen(next);
      if (matches(beside)) writeStoredJson(key, next);
    },
    leave() {
      if (!matches(beside)) setOpen(false);
    },
  };
}
