import { useState } from 'react';
import type { ReactNode } from 'react';

type FoldedWhereNarrowProps = { wide: boolean; title: string; children: ReactNode };

/** Something that has to be unfolded in a narrow window, and is simply there in a wide one. */
export function NarrowDisclosure({ wide, title, children }: FoldedWhereNarrowProps) {
  const [open, setOpen] = useState(false);
  return (
    <details open={wide || open} onToggle={({ currentTarget }) => !wide && setOpen(currentTarget.open)}>
      <summary hidden={wide} className="min-h-6 cursor-pointer font-medium">
        {title}
      </summary>
      {/* Where somebody is when the window becomes narrow, it stays open. */}
      <div className={wide ? undefined : 'pt-3'} onFocus={() => setOpen(true)}>
        {children}
      </div>
    </details>
  );
}
