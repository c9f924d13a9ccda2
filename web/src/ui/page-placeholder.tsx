import type { ReactNode } from 'react';
import { Awaited } from './awaited.tsx';
import { useOnline } from './use-online.ts';

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
