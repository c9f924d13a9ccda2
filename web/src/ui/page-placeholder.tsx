import type { ReactNode } from 'react';
import { WifiOff } from 'lucide-react';
import { clsx } from 'clsx';
import { useOnline } from './reach.ts';

type PageComingProps = { label?: string; className?: string; children: ReactNode };

/** Stands for what a page shows until it is known. The foot of the page comes after it (`theme.css`). */
export function PageComing({ label = 'Loading', className, children }: PageComingProps) {
  const online = useOnline();
  return (
    <div
      role="status"
      {...(online ? { 'aria-label': label, 'aria-busy': true } : {})}
      data-page-coming
      className={online ? className : 'grid min-h-60 place-items-center px-4'}
    >
      <Awaited>{children}</Awaited>
    </div>
  );
}

/** The shapes of what is being fetched. Without a connection nothing is, and it says when it goes on. */
export function Awaited({ children }: { children: ReactNode }) {
  if (useOnline()) return children;
  return (
    <p className="flex items-center gap-2.5 py-4 text-soft">
      <WifiOff aria-hidden className="size-4 shrink-0" />
      Not loaded yet, opens when you are back.
    </p>
  );
}

type ComingProps = {
  label?: string;
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

/** A grey shape with the measures of what will stand there. Put one `aria-busy` region around all of them. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-breathe rounded-sm bg-line', className)} />;
}
