import { clsx } from 'clsx';
import { DropdownMenu as Radix } from 'radix-ui';
import { createContext, use, useRef } from 'react';
import type { ReactNode } from 'react';

/** Keeps the chosen action until the menu is closed and focus is back on its button, where a dialog will return it. */
const Choose = createContext<(action: () => void) => void>((action) => action());

type MenuProps = { trigger: ReactNode; label: string; children: ReactNode; align?: 'start' | 'end' };

/** A menu of actions under a button. Not modal: the page behind stays readable to screen readers. */
export function Menu({ trigger, label, children, align = 'end' }: MenuProps) {
  const chosen = useRef<() => void>(undefined);
  const runChosen = (): void => {
    chosen.current?.();
    chosen.current = undefined;
  };
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          onCloseAutoFocus={() => queueMicrotask(runChosen)}
          className="z-40 min-w-48 animate-rise rounded-md border border-line bg-surface p-1 shadow-float"
        >
          <Choose
            value={(action) => {
              chosen.current = action;
            }}
          >
            {children}
          </Choose>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type MenuItemProps = {
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  children: ReactNode;
};

export function MenuItem({ onSelect, icon, danger = false, disabled = false, children }: MenuItemProps) {
  const choose = use(Choose);
  return (
    <Radix.Item
      onSelect={() => choose(onSelect)}
      disabled={disabled}
      className={clsx(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none',
        'data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
        danger ? 'text-danger data-highlighted:bg-danger-wash' : 'text-ink data-highlighted:bg-sunken',
      )}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 py-1.5 text-sm break-all text-soft">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
