const features = [
  {
    title: 'Chapters that make sense',
    text: 'Every recording is cut where its subject changes. Each chapter has a title, a summary and a picture of its slide.',
  },
  {
    title: 'Quotes, word for word',
    text: 'One to three sentences of each chapter that are worth repeating, with the second they were said. Never invented.',
  },
  {
    title: 'Clips and screenshots',
    text: 'Give two times and get the clip, exact to the frame. Give one and get the slide in full resolution.',
  },
  {
    title: 'Search across everything',
    text: 'Type what somebody said. The result opens the recording at that very sentence.',
  },
  {
    title: 'An embeddable portal',
    text: 'With the professional plan, your chaptered webinars live on your own pages.',
  },
] as const;

/** The five feature cards; they fade in as they are scrolled to, where the browser can and the person wants it. */
export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="border-t border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6">
        <p className="eyebrow">Features</p>
        <h2 id="features-title" className="mt-2 max-w-xl text-3xl">
          An hour of talk becomes something people can use
        </h2>
        <ol className="mt-12 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-6">
          {features.map(({ title, text }, index) => (
            <li key={title} className="fade-in-view border-t-2 border-ink pt-4 lg:col-span-2 nth-[n+4]:lg:col-span-3">
              <p aria-hidden className="font-serif text-lg text-brass">
                {index + 1}
              </p>
              <h3 className="mt-1 text-xl">{title}</h3>
              <p className="mt-2 text-soft">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
