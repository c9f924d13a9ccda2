import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

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
