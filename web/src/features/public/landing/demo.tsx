import { Tour } from '../../../player/tour.tsx';
import { SectionHead } from './section-head.tsx';

const points = [
  'Upload a Zoom, Teams or OBS recording of up to three hours. It plays seconds after the last byte.',
  'Read its chapters, summaries and quotes instead of watching it again.',
  'Correct any text in place; what you wrote is kept.',
  'Search what was said, cut the clip, take the slide.',
] as const;

/** The welcome video and what it shows. */
export function Demo() {
  return (
    <section id="demo" aria-labelledby="demo-title" className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6">
        <SectionHead id="demo-title" time="19:12" name="Demo">
          From the recording to the sentence
        </SectionHead>
        <div className="mt-12 grid items-center gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,21rem)]">
          <Tour />
          <ul className="divide-y divide-line border-y border-line">
            {points.map((point) => (
              <li key={point} className="py-4 font-serif text-lg">
                {point}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
