const points = [
  'Upload a Zoom, Teams or OBS recording of up to three hours. It plays seconds after the last byte.',
  'Read its chapters, summaries and quotes instead of watching it again.',
  'Correct any text where it stands; what you wrote is kept.',
  'Search what was said, cut the clip, take the slide.',
] as const;

export function Demo() {
  return (
    <section id="demo" aria-labelledby="demo-title" className="border-t border-line">
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-10 px-4 py-20 sm:px-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div>
          <p className="eyebrow">Demo</p>
          <h2 id="demo-title" className="mt-2 text-3xl">
            From the recording to the sentence
          </h2>
        </div>
        <ul className="divide-y divide-line border-y border-line">
          {points.map((point) => (
            <li key={point} className="py-4 font-serif text-lg">
              {point}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
