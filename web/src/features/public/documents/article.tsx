import type { ReactNode } from 'react';
import { dayInWords } from '@lectern/contract/rules/day-in-words';

type ArticleProps = {
  title: string;
  /** yyyy-mm-dd */
  date: string;
  /** Reading time. */
  minutes: number;
  children: ReactNode;
};

/** A post of the blog: its date in the margin, its text one measure wide. */
export function Article({ title, date, minutes, children }: ArticleProps) {
  const day = dayInWords(new Date(`${date}T00:00:00Z`));
  return (
    <article className="grid gap-x-20 gap-y-3 border-b border-line py-10 lg:grid-cols-[14rem_minmax(0,42rem)]">
      <p className="text-sm text-soft lg:pt-1.5">
        <time dateTime={date}>{day}</time>
        <br />
        {minutes === 1 ? 'One minute' : `${minutes} minutes`} to read
      </p>
      <div className="[&_p]:mt-4">
        <h2 className="text-2xl">{title}</h2>
        {children}
      </div>
    </article>
  );
}
