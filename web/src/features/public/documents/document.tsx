import type { ReactNode } from 'react';

export type Section = { title: string; content: ReactNode };

type DocumentProps = {
  eyebrow: string;
  title: string;
  lead: ReactNode;
  sections: readonly Section[];
};

const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** A page of running text, one measure wide, with its contents beside it where there is room. */
export function Document({ eyebrow, title, lead, sections }: DocumentProps) {
  return (
    <article className="mx-auto grid w-full max-w-6xl gap-x-20 px-4 py-12 sm:px-6 lg:grid-cols-[14rem_minmax(0,42rem)] lg:py-20">
      <header className="lg:col-start-2">
        <p className="eyebrow">{eyebrow}</p>
        <h1 className="mt-2 text-3xl">{title}</h1>
        <div className="mt-4 font-serif text-lg text-soft">{lead}</div>
      </header>
      <nav
        aria-label="On this page"
        className="mt-8 border-y border-line py-4 text-sm lg:sticky lg:top-8 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:mt-1 lg:self-start lg:border-0 lg:py-0"
      >
        <ol className="grid gap-0.5">
          {sections.map(({ title: name }, index) => (
            <li key={name}>
              <a
                href={`#${anchor(name)}`}
                className="flex gap-3 py-1 text-soft underline-offset-4 hover:text-ink hover:underline"
              >
                <span aria-hidden className="w-4 shrink-0 text-end font-serif text-brass tabular-nums">
                  {index + 1}
                </span>
                {name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="lg:col-start-2 [&_a]:prose-link [&_li]:mt-1.5 [&_p]:mt-3 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:ps-5">
        {sections.map(({ title: name, content }) => (
          <section key={name} aria-labelledby={anchor(name)} className="mt-10 border-t border-line pt-6">
            <h2 id={anchor(name)} className="text-xl">
              {name}
            </h2>
            {content}
          </section>
        ))}
      </div>
    </article>
  );
}
