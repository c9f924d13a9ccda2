import { clsx } from 'clsx';

const chapters = [
  { start: '00:00', title: 'Why the pipeline stalls in March', width: 14 },
  { start: '06:40', title: 'What buyers ask before the demo', width: 26 },
  { start: '19:12', title: 'Three questions that change the call', width: 22, current: true },
  { start: '30:05', title: 'Pricing pages that answer back', width: 18 },
  { start: '38:51', title: 'Questions from the audience', width: 20 },
] as const;

/** A drawn example of what the product makes of an hour of talk: the programme of a recording. */
export function Programme() {
  return (
    <figure className="rounded-lg border border-line bg-surface shadow-float">
      <figcaption className="border-b border-line px-6 pt-5 pb-4">
        <span className="eyebrow">Recording, 48 minutes</span>
        <span className="mt-1 block font-serif text-xl leading-snug">What buyers want to hear first</span>
      </figcaption>
      <div aria-hidden className="flex gap-[3px] px-6 pt-5">
        {chapters.map((chapter) => (
          <span
            key={chapter.start}
            style={{ flexGrow: chapter.width }}
            className={clsx('h-1.5 rounded-full', 'current' in chapter ? 'bg-accent' : 'bg-line')}
          />
        ))}
      </div>
      <ol className="px-6 py-4">
        {chapters.map((chapter) => (
          <li key={chapter.start} className="border-b border-line py-2.5 last:border-0">
            <span className="flex items-baseline gap-4">
              <span className="w-12 shrink-0 text-sm text-soft tabular-nums">{chapter.start}</span>
              <span className={clsx('font-serif', 'current' in chapter && 'font-semibold')}>{chapter.title}</span>
            </span>
            {'current' in chapter && (
              <q className="mt-2 mb-1 ms-16 block border-s-2 border-brass ps-4 text-sm leading-relaxed text-soft">
                Ask what happens if they do nothing. <mark>The silence after that question is the sale.</mark>
              </q>
            )}
          </li>
        ))}
      </ol>
    </figure>
  );
}
