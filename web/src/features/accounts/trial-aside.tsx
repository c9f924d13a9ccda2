const promises = [
  ['AI quote pulls', 'The sentences worth repeating, word for word, with the second they were said.'],
  ['Clips', 'Frame-accurate cuts of any moment, ready to download.'],
  ['An embeddable portal widget', 'Your chaptered webinars on your own pages, with the professional plan.'],
] as const;

/** Lists the benefits of signing in or up. */
export function TrialAside() {
  return (
    <>
      <h2 className="max-w-md text-2xl">A recording is an hour. What was said in it takes a minute to find.</h2>
      <dl className="mt-8 grid max-w-md gap-6">
        {promises.map(([name, text]) => (
          <div key={name} className="border-s-2 border-brass ps-4">
            <dt className="font-medium">{name}</dt>
            <dd className="mt-1 text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
