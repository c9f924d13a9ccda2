import { useState, type ReactNode } from 'react';
import { useShortcuts } from '../../player/shortcuts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Few visits look at it, so the sheet is loaded when it is first opened. */
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'));

export function useShortcutSheet(): { openSheet: () => void; sheet: ReactNode } {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const openSheet = (): void => {
    setWanted(true);
    setOpen(true);
  };
  useShortcuts({ '?': openSheet });
  const sheet = wanted && (
    <ShortcutSheet open={open} onClose={() => setOpen(false)} onMissing={() => setWanted(false)} />
  );
  return { openSheet, sheet };
}
