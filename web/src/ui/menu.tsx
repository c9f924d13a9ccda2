import { clsx } from 'clsx';
import { cloneElement, use, useState, type ReactNode } from 'react';
import { ChooseActionContext, MenuParts, type MenuProps } from './menu-parts.ts';
import { lazyPart } from './lazy-part.tsx';

const OpenMenu = lazyPart(() => import('./open-menu.tsx'));

/** A menu of actions under a button. Not modal: the page behind stays readable to screen readers. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<'by pointer' | 'by keyboard'>();
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': opened !== undefined,
    onPointerEnter: OpenMenu.fetch,
    onFocus: OpenMenu.fetch,
    onClick: () => setOpened('by pointer'),
    onKeyDown: (event) => {
      if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
      event.preventDefault();
      setOpened('by keyboard');
    },
  });
  if (!opened) return closed;
  return (
    <OpenMenu
      fallback={closed}
      {...props}
      missing={closed}
      onMissing={() => setOpened(undefined)}
      byKeyboard={opened === 'by keyboard'}
    />
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
  const choose = use(ChooseActionContext);
  const { Item } = use(MenuParts)!;
  return (
    <Item
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
    </Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = use(MenuParts)!;
  return <Label className="px-2.5 py-1.5 text-sm break-all text-soft">{children}</Label>;
}

export function MenuSeparator() {
  const { Separator } = use(MenuParts)!;
  return <Separator className="-mx-1 my-1 h-px bg-line" />;
}
