import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { leavesFocus } from './focus-place.ts';

type ErrorStateProps = {
  title?: string;
  text: string;
  onRetry?: () => void;
  busy?: boolean;
  /** Offers something else to do. */
  children?: ReactNode;
};

export function ErrorState({
  title = 'This could not be loaded',
  text,
  onRetry,
  busy = false,
  children,
}: ErrorStateProps) {
  return (
    <div
      ref={leavesFocus}
      role="alert"
      className="mx-auto grid max-w-xl justify-items-center gap-3 px-4 py-16 text-center"
    >
      <h2 className="text-2xl">{title}</h2>
      <p className="text-pretty text-soft">{text}</p>
      {onRetry && (
        <Button look="secondary" busy={busy} onClick={onRetry} className="mt-3">
          Try again
        </Button>
      )}
      {children}
    </div>
  );
}
