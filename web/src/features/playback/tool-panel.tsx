import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';

type ToolPanelProps = { title: string; onClose: () => void; children: ReactNode };

/** A tool of the player, right under its controls. */
export function ToolPanel({ title, onClose, children }: ToolPanelProps) {
  const panel = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<Element | null>(null);
  // It stands before its button in the page: the focus goes in, and back when it is closed.
  useEffect(() => {
    opener.current ??= document.activeElement;
    panel.current?.querySelector('input')?.focus({ preventScroll: true });
    // Under a large picture it begins at the lower edge of the window.
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const close = (): void => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <fieldset ref={panel} className="min-w-0 border-t border-line px-4 pt-3 pb-4">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden className="font-semibold">
          {title}
        </span>
        <IconButton small label={`Close ${title}`} icon={<X aria-hidden />} onClick={close} />
      </div>
      <div className="mt-2 flex flex-wrap items-end gap-x-4 gap-y-3 [&>[role=status]]:basis-full">{children}</div>
    </fieldset>
  );
}
