import type { ReactNode } from 'react';

type DocumentProps = { eyebrow: string; title: string; children: ReactNode };

/** A page of running text: one measure wide, headings in the margin's rhythm. */
export function Document({ eyebrow, title, children }: DocumentProps) {
  return (
    <article className="mx-auto w-full max-w-2xl px-4 py-14 sm:px-6 [&_h2]:mt-10 [&_h2]:text-xl [&_h3]:mt-6 [&_h3]:font-sans [&_h3]:text-base [&_h3]:font-semibold [&_h3]:tracking-normal [&_p]:mt-3 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:ps-5">
      <p className="eyebrow mt-0!">{eyebrow}</p>
      <h1 className="mt-2 text-3xl">{title}</h1>
      {children}
    </article>
  );
}
