import { X, Clock3 } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatExactTimecode, typeTimecode } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { PlayerClock } from '../../player/clock.ts';
import { Field } from '../../ui/field.tsx';
import { Button } from '../../ui/button.tsx';

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

type TimeFieldProps = {
  label: string;
  value: string;
  onChange: (next: string) => void;
  clock: PlayerClock;
  /** Label of the button that takes the current time of the recording. */
  takes?: string;
  /** Does what the tool is for. */
  onEnter: () => void;
};

/** A time in HH:MM:SS, with a fraction where a person wants one: typed, or taken from where the recording stands. */
export function TimeField({ label, value, onChange, clock, takes, onEnter }: TimeFieldProps) {
  return (
    <div className="relative w-40">
      <Field
        label={label}
        value={value}
        inputMode="decimal"
        placeholder="00:00:00"
        autoComplete="off"
        className="h-10! pe-10 tabular-nums"
        onChange={(event) => onChange(typeTimecode(event.target.value, value))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat) onEnter();
        }}
      />
      <IconButton
        label={takes ?? `Use the current time as ${label}`}
        icon={<Clock3 aria-hidden />}
        onClick={() => onChange(formatExactTimecode(clock.now()))}
        className="absolute right-0.5 bottom-0.5"
      />
    </div>
  );
}

type ToolButtonProps = {
  icon: ReactNode;
  children: ReactNode;
  onClick: () => void;
  /** For a tool that opens under the player. */
  open?: boolean;
};

/** One entry of the toolbar under the player. */
export function ToolButton({ icon, children, onClick, open }: ToolButtonProps) {
  return (
    <Button
      look="quiet"
      size="sm"
      aria-expanded={open}
      onClick={onClick}
      className={clsx('font-normal', open ? 'bg-sunken text-ink' : 'text-soft hover:text-ink')}
    >
      {icon}
      {children}
    </Button>
  );
}
