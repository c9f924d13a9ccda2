import { useEffect } from 'react';
import { brand } from '../ui/brand.ts';

type UnexpectedErrorProps = { status?: string; detail?: string };

/** For unknown addresses and for crashes. Plain links: after a crash the router may be gone. */
export function UnexpectedError({ status = 'Something broke on this page.', detail }: UnexpectedErrorProps) {
  useEffect(() => {
    document.title = `Unexpected Application Error! · ${brand}`;
  }, []);
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid min-h-[80dvh] w-full max-w-2xl content-center gap-4 px-6 py-16"
    >
      <p className="eyebrow">{brand}</p>
      <h1 className="text-3xl">Unexpected Application Error!</h1>
      <p className="text-lg text-soft">{status}</p>
      {detail && <p className="rounded-md bg-sunken px-3 py-2 font-mono text-sm break-words">{detail}</p>}
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
        <a className="prose-link" href="/">
          To the home page
        </a>
        <a className="prose-link" href="/asset/view">
          To your videos
        </a>
      </p>
    </main>
  );
}
