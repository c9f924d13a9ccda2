import type { ReactNode } from 'react';

type PageComingProps = { label?: string; className?: string; children: ReactNode };

/** Stands for what a page shows until it is known. The foot of the page comes after it (`theme.css`). */
export function PageComing({ label = 'Loading', className, children }: PageComingProps) {
  return (
    <div role="status" aria-label={label} aria-busy="true" data-page-coming className={className}>
      {children}
    </div>
  );
}
