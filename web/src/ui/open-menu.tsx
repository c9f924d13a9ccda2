import { DropdownMenu as Radix } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { ChooseActionContext, MenuParts, type MenuProps } from './menu-parts.ts';

type OpenMenuProps = MenuProps & {
  /** Its first item has the focus then, as it has whenever the keyboard opens it later. */
  byKeyboard: boolean;
};

/** A menu from the first time it is opened on. */
export default function OpenMenu({ trigger, label, children, align = 'end', byKeyboard }: OpenMenuProps) {
  const chosen = useRef<() => void>(undefined);
  const content = useRef<HTMLDivElement>(null);
  const runChosen = (): void => {
    chosen.current?.();
    chosen.current = undefined;
  };
  useEffect(() => {
    if (!byKeyboard) return undefined;
    // After Radix has given the focus to the menu as a whole.
    const frame = requestAnimationFrame(() =>
      content.current?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [byKeyboard]);
  return (
    <MenuParts value={Radix}>
      <Radix.Root modal={false} defaultOpen>
        <Radix.Trigger asChild>{trigger}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            ref={content}
            align={align}
            sideOffset={6}
            collisionPadding={12}
            aria-label={label}
            onCloseAutoFocus={() => queueMicrotask(runChosen)}
            className="z-40 min-w-48 animate-rise rounded-md border border-line bg-surface p-1 shadow-float"
          >
            <ChooseActionContext
              value={(action) => {
                chosen.current = action;
              }}
            >
              {children}
            </ChooseActionContext>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </MenuParts>
  );
}
