import type { ReactNode } from 'react';

type EmptyStateProps = { eyebrow?: string; title: string; children?: ReactNode; actions?: ReactNode };

/** What stands where a list will be: says what belongs here and how to begin. */
export function EmptyState({ eyebrow, title, children, actions }: EmptyStateProps) {
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-3 px-4 py-16 text-center">
      {eyebrow && <p className="eyebrow">{eyebrow}</p>}
      <h2 className="text-2xl">{title}</h2>
      {children && <div className="text-soft">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </section>
  );
}
