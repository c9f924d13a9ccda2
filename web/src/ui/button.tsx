import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-edge bg-surface text-ink hover:border-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  /** On a ground of ink. */
  inverse: 'bg-paper text-ink hover:bg-surface',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
} as const;

const sizes = {
  sm: 'min-h-8 gap-1.5 px-3 text-sm',
  md: 'min-h-10 gap-2 px-4 text-sm',
  lg: 'min-h-12 gap-2.5 px-6 text-base',
} as const;

export type ButtonLook = { look?: keyof typeof looks; size?: keyof typeof sizes };

export const buttonShape = ({ look = 'primary', size = 'md' }: ButtonLook): string =>
  clsx(
    'inline-flex shrink-0 items-center justify-center rounded-md forced-colors:border py-1.5 text-center font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    looks[look],
    sizes[size],
  );

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & { /** Shows a spinner and refuses clicks, keeping focus. */ busy?: boolean };

export function Button({
  look,
  size,
  busy = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(buttonShape({ look, size }), className)}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
