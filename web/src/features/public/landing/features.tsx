import { SectionHead } from './section-head.tsx';
import { ChaptersSketch, ClipSketch, PortalSketch, QuoteSketch, SearchSketch } from './sketches.tsx';

const features = [
  {
    title: 'Chapters that make sense',
    text: 'A chapter is proposed wherever the subject seems to change, and every one is yours to correct. Each chapter has a title, a summary and a picture of its slide.',
    sketch: <ChaptersSketch />,
    span: 'lg:col-span-3',
  },
  {
    title: 'Quotes, word for word',
    text: 'One to three sentences of each chapter that are worth repeating, with the second they were said. Never invented.',
    sketch: <QuoteSketch />,
    span: 'lg:col-span-3',
  },
  {
    title: 'Clips and screenshots',
    text: 'Give two times and get the clip, exact to the frame. Give one and get the slide in full resolution.',
    sketch: <ClipSketch />,
    span: 'lg:col-span-2',
  },
  {
    title: 'Search across everything',
    text: 'Type what someone said. The result opens the recording at that very sentence.',
    sketch: <SearchSketch />,
    span: 'lg:col-span-2',
  },
  {
    title: 'An embeddable portal',
    text: 'With the professional plan, your chaptered webinars live on your own pages.',
    sketch: <PortalSketch />,
    span: 'sm:col-span-2 lg:col-span-2',
  },
] as const;

/** Where it does not come, nothing fades. */
const fade = (list: Element | null): void => {
  if (list)
    import('./fade-in.ts').then(
      ({ fadeIn }) => fadeIn(list),
      () => undefined,
    );
};

/** The five feature cards; each fades in once, when it is scrolled to. */
export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="border-t border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6">
        <SectionHead id="features-title" time="06:40" name="Features">
          An hour of talk becomes something people can use
        </SectionHead>
        <ul ref={fade} className="mt-12 grid gap-5 sm:grid-cols-2 lg:grid-cols-6">
          {features.map(({ title, text, sketch, span }) => (
            <li key={title} className={`flex flex-col overflow-hidden rounded-lg border border-line bg-paper ${span}`}>
              <div aria-hidden className="grid h-44 place-items-center border-b border-line bg-sunken px-7">
                {sketch}
              </div>
              <div className="p-6">
                <h3 className="text-xl">{title}</h3>
                <p className="mt-2 text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
