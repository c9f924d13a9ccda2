import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from './use-online.ts';

type ComingProps = {
  label?: string;
  /** The shapes of what will stand there. */
  children: ReactNode;
};

/**
 * Placeholder while a dialog loads. Offline it says so itself, because the dialog hides the page's note. Loading
 * resumes by itself.
 */
export function LoadingPlaceholder({ label = 'Loading', children }: ComingProps) {
  return useOnline() ? (
    <div role="status" aria-label={label} aria-busy="true">
      {children}
    </div>
  ) : (
    <p role="status" className="flex items-center gap-2.5 py-4">
      <WifiOff aria-hidden className="size-4 shrink-0 text-soft" />
      The server cannot be reached. This continues automatically when it can be reached again.
    </p>
  );
}
