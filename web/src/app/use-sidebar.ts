import { useState } from 'react';
import { writeStoredJson, readStoredJson } from '../ui/local-storage.ts';

/** CSS pixels. From here on the sidebar stands beside the page (specification section 9); before, over it. */
const beside = '(min-width: 768px)';
/** From here on a page keeps room enough beside it, so that it is open until somebody closes it. */
const roomy = '(min-width: 1024px)';

const matches = (query: string): boolean => matchMedia(query).matches;

/**
 * Whether a sidebar is open. What is chosen where it stands beside the page holds on the next visit too; where it lies over
 * the page it is closed until it is wanted, and again (`leave`) when it has led somewhere.
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
