import { clsx } from 'clsx';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

type MenuProps = { trigger: ReactNode; label: string; children: ReactNode; align?: 'start' | 'end' };

/** A menu of actions under a button. Not modal: the page behind stays readable to screen readers. */
export function Menu({ trigger, label, children, align = 'end' }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          className="z-40 min-w-48 animate-rise rounded-md border border-line bg-surface p-1 shadow-float"
        >
          {children}
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
  return (
    <Radix.Item
      onSelect={onSelect}
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
