import { clsx } from 'clsx';

/** A grey shape with the measures of what will stand there. Put one `aria-busy` region around all of them. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-breathe rounded-sm bg-line', className)} />;
}
