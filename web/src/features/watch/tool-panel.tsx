import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';

type ToolPanelProps = { title: string; onClose: () => void; children: ReactNode };

/** A tool of the player, right under its controls. */
export function ToolPanel({ title, onClose, children }: ToolPanelProps) {
  return (
    <fieldset className="min-w-0 border-t border-line px-4 pt-3 pb-4">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden className="font-semibold">
          {title}
        </span>
        <IconButton small label={`Close ${title}`} icon={<X aria-hidden />} onClick={onClose} />
      </div>
      <div className="mt-2 flex flex-wrap items-end gap-x-4 gap-y-3 [&>[role=status]]:basis-full">{children}</div>
    </fieldset>
  );
}
