import type { DropdownMenu } from 'radix-ui';
import { createContext, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';

/** Parts of an open menu; their code loads with the first menu opened. */
export const MenuParts = createContext<typeof DropdownMenu | undefined>(undefined);

/** Keeps the chosen action until the menu is closed and focus is back on its button, where a dialog will return it. */
export const ChooseActionContext = createContext<(action: () => void) => void>((action) => action());

type TriggerProps = {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
};

export type MenuProps = {
  trigger: ReactElement<TriggerProps>;
  label: string;
  children: ReactNode;
  align?: 'start' | 'end';
};
