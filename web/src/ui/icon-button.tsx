import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTooltip } from './tooltip.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  icon: ReactNode;
  /** 24 px for use inside text; 36 px otherwise. */
  small?: boolean;
  /** Shows a spinner and refuses clicks, keeping focus. */
  busy?: boolean;
};

export function IconButton({
  label,
  icon,
  small = false,
  busy = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const tooltip = useTooltip(label);
  return (
    <>
      <button
        type={type}
        aria-label={label}
        aria-disabled={busy || undefined}
        className={clsx(
          'inline-grid shrink-0 place-items-center rounded-md text-soft transition-colors hover:bg-sunken hover:text-ink',
          'disabled:cursor-not-allowed disabled:opacity-45 data-[state=open]:bg-sunken data-[state=open]:text-ink',
          small ? 'size-6 [&_svg]:size-3.5' : 'size-9 [&_svg]:size-[1.125rem]',
          className,
        )}
        {...rest}
        onPointerEnter={(event) => {
          rest.onPointerEnter?.(event);
          tooltip.enter(event);
        }}
        onPointerLeave={(event) => {
          rest.onPointerLeave?.(event);
          tooltip.leave();
        }}
        onPointerDown={(event) => {
          rest.onPointerDown?.(event);
          tooltip.close();
        }}
        onFocus={(event) => {
          rest.onFocus?.(event);
          tooltip.focus(event);
        }}
        onBlur={(event) => {
          rest.onBlur?.(event);
          tooltip.close();
        }}
        onClick={(event) => {
          if (!busy) rest.onClick?.(event);
          tooltip.close();
        }}
      >
        {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      </button>
      {tooltip.words}
    </>
  );
}
