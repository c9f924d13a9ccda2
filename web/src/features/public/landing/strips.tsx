import { SectionHead } from './section-head.tsx';

/** Pictures of the running product, as `npm run landing` takes them into web/public. CSS pixels. */
const picture = { width: 720, height: 450 };

const strips = [
  {
    name: 'slides',
    alt: 'The slides of a webinar, beside its player',
    title: 'Every slide, as contents',
    text: 'The slides are found by themselves, each with its words and the second it comes. Go to one by a press, or take them all as a PDF.',
  },
  {
    name: 'speakers',
    alt: 'A transcript with the names of its speakers',
    title: 'Who said it',
    text: 'Names from the captions stand beside what was said. Correct one once, and it is right everywhere in the recording.',
  },
  {
    name: 'glossary',
    alt: 'A glossary with three terms',
    title: 'Your words, spelled your way',
    text: 'Write down the names and terms that are yours. New recordings are written with them, and the whole library is corrected when you say so.',
  },
  {
    name: 'highlights',
    alt: 'Two highlights of a webinar, one with a note',
    title: 'What is worth keeping',
    text: 'Select words while you read and keep them: all highlights of all recordings in one list, with the time, your note, and as a download.',
  },
  {
    name: 'share',
    alt: 'A link is made, with its end and a password',
    title: 'A link to exactly this',
    text: 'Share a recording, a chapter or a part of it, with an end and a password if you want. Take the link back whenever you like.',
  },
  {
    name: 'statistics',
    alt: 'How often each part of a webinar was played',
    title: 'What was really watched',
    text: 'See along the time line, and chapter by chapter, what viewers played. Counted without cookies, and without anything about who they are.',
  },
] as const;

export default function Strips() {
  return (
    <section id="product" aria-labelledby="product-title" className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6">
        <SectionHead id="product-title" time="24:30" name="In detail">
          Made for the second hour of work, too
        </SectionHead>
        <ul className="mt-12 grid gap-14 md:gap-20">
          {strips.map(({ name, alt, title, text }) => (
            <li
              key={name}
              className="group grid items-center gap-x-14 gap-y-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:even:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
            >
              <div className="md:group-even:order-last">
                <h3 className="text-2xl">{title}</h3>
                <p className="mt-3 max-w-prose text-lg text-soft">{text}</p>
              </div>
              <div className="overflow-clip rounded-lg border border-line bg-sunken shadow-float">
                {(['light', 'dark'] as const).map((theme) => (
                  <img
                    key={theme}
                    src={`/landing/${name}-${theme}.webp`}
                    alt={alt}
                    {...picture}
                    loading="lazy"
                    decoding="async"
                    className={theme === 'light' ? 'h-auto w-full dark:hidden' : 'hidden h-auto w-full dark:block'}
                  />
                ))}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
