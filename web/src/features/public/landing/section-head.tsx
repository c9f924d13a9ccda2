import type { ReactNode } from 'react';

type SectionHeadProps = { id: string; time: string; name: string; children: ReactNode };

/** The landing page is set like a chaptered talk: every section has the time it begins at. */
export function SectionHead({ id, time, name, children }: SectionHeadProps) {
  return (
    <>
      <p className="eyebrow flex items-center gap-3">
        <span aria-hidden className="tabular-nums">
          {time}
        </span>
        <span aria-hidden className="h-px w-8 bg-brass" />
        {name}
      </p>
      <h2 id={id} className="mt-3 max-w-2xl text-3xl">
        {children}
      </h2>
    </>
  );
}
