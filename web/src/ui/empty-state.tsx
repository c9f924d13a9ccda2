import type { ReactNode } from 'react';

type EmptyStateProps = {
  eyebrow?: string;
  title: string;
  /** The heading's place in the page: `h1` where this is all there is. */
  level?: 'h1' | 'h2';
  icon?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
};

export function EmptyState({ eyebrow, title, level: Heading = 'h2', icon, children, actions }: EmptyStateProps) {
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-3 px-4 py-16 text-center">
      {icon && <div className="mb-1 text-accent [&_svg]:size-10">{icon}</div>}
      {eyebrow && <p className="eyebrow">{eyebrow}</p>}
      <Heading className="text-2xl">{title}</Heading>
      {children && <div className="text-balance text-soft">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </section>
  );
}
