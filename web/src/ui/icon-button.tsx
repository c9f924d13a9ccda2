import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from './tooltip.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  icon: ReactNode;
  /** 24 px for use inside text; 36 px otherwise. */
  small?: boolean;
};

export function IconButton({ label, icon, small = false, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type={type}
        aria-label={label}
        className={clsx(
          'inline-grid shrink-0 place-items-center rounded-md text-soft transition-colors hover:bg-sunken hover:text-ink',
          'disabled:cursor-not-allowed disabled:opacity-45 data-[state=open]:bg-sunken data-[state=open]:text-ink',
          small ? 'size-6 [&_svg]:size-3.5' : 'size-9 [&_svg]:size-[1.125rem]',
          className,
        )}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
