import { Camera, Search } from 'lucide-react';
import { chunk } from '../../../ui/lazy-part.tsx';
import { SectionHead } from './section-head.tsx';

/*
 * Small drawings of what each feature makes, out of the parts the product itself is drawn with. They are
 * decoration: the card's words say the same.
 */

const ChaptersSketch = () => (
  <div className="w-full max-w-md">
    <div className="flex gap-[3px]">
      {[12, 26, 30, 18, 14].map((width, index) => (
        <span
          key={width}
          style={{ flexGrow: width }}
          className={`h-2.5 rounded-full ${index === 2 ? 'bg-accent' : 'bg-edge/45'}`}
        />
      ))}
    </div>
    <div className="mt-4 ms-[38%] w-[52%] rounded-md border border-line bg-surface p-3.5 shadow-float">
      <span className="text-xs text-soft tabular-nums">19:12</span>
      <span className="block font-serif leading-snug">Three questions that change the call</span>
    </div>
  </div>
);

const QuoteSketch = () => (
  <div className="relative w-full max-w-sm font-serif text-lg leading-relaxed">
    <span className="absolute -start-1 -top-9 font-serif text-6xl text-brass/60">“</span>
    <mark className="box-decoration-clone px-1 py-0.5">The silence after that question is the sale.</mark>
    <span className="mt-2 block font-sans text-xs text-soft tabular-nums">00:21:47 · Mara Lind</span>
  </div>
);

const ClipSketch = () => (
  <div className="w-full max-w-xs">
    <div className="relative flex h-14 gap-px overflow-hidden rounded-sm bg-line">
      {[0, 1, 2, 3, 4, 5, 6, 7].map((frame) => (
        <span key={frame} className={`flex-1 ${frame > 1 && frame < 6 ? 'bg-accent-wash' : 'bg-surface'}`} />
      ))}
      <span className="absolute inset-y-0 start-1/4 w-1/2 rounded-sm border-2 border-accent" />
    </div>
    <div className="mt-2.5 flex items-center justify-between text-xs text-soft tabular-nums">
      <span>00:21:45</span>
      <Camera className="size-4 text-brass" />
      <span>00:22:10</span>
    </div>
  </div>
);

const SearchSketch = () => (
  <div className="w-full max-w-xs">
    <div className="flex h-10 items-center gap-2.5 rounded-md border border-edge bg-surface px-3 text-sm">
      <Search className="size-4 text-soft" />
      the silence
    </div>
    <p className="mt-3 border-s-2 border-brass ps-3 text-sm leading-snug text-soft">
      … stop talking. <mark>The silence</mark> after that … <span className="tabular-nums">21:47</span>
    </p>
  </div>
);

const PortalSketch = () => (
  <div className="h-32 w-full max-w-xs translate-y-2 overflow-hidden rounded-md border border-line bg-surface">
    <div className="flex h-6 items-center gap-1.5 border-b border-line px-2.5">
      <span className="size-2 rounded-full bg-line" />
      <span className="size-2 rounded-full bg-line" />
      <span className="ms-2 h-2.5 flex-1 rounded-full bg-sunken" />
    </div>
    <div className="grid grid-cols-[2fr_1fr] gap-2.5 p-2.5">
      <span className="grid h-20 place-items-center rounded-sm bg-accent text-on-accent">
        <svg viewBox="0 0 10 12" className="h-4 fill-current">
          <path d="M0 0l10 6-10 6z" />
        </svg>
      </span>
      <span className="grid content-start gap-1.5">
        {[90, 70, 100, 60, 80].map((width) => (
          <span key={width} style={{ width: `${width}%` }} className="h-2 rounded-full bg-line" />
        ))}
      </span>
    </div>
  </div>
);

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
    chunk(() => import('./fade-in.ts')).then(
      ({ fadeIn }) => fadeIn(list),
      () => undefined,
    );
};

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
