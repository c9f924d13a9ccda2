import { useEffect } from 'react';
import { brand } from '../ui/brand.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/lazy-part.tsx';
import { SkipLink } from './main-region.tsx';
import { SiteFooter } from './site-footer.tsx';

type UnexpectedErrorProps = {
  status?: string | undefined;
  /** The program's own words, for a report; shown when asked for. */
  detail?: string | undefined;
  /** Loading the page again may help. */
  reload?: boolean;
};

/** The whole page at unknown addresses and after crashes. Plain links: after a crash the router may be gone. */
export function UnexpectedError({
  status = 'Something broke on this page. What you had saved is safe.',
  detail,
  reload = false,
}: UnexpectedErrorProps) {
  useEffect(() => {
    document.title = `Unexpected Application Error! · ${brand}`;
  }, []);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid min-h-[80dvh] w-full max-w-2xl content-center gap-4 px-6 py-16"
      >
        <p className="eyebrow">{brand}</p>
        <h1 className="text-3xl">Unexpected Application Error!</h1>
        <p className="text-lg text-soft">{status}</p>
        {reload && (
          <p>
            <Button onClick={() => location.reload()}>Load the page again</Button>
          </p>
        )}
        {detail && (
          <details className="text-sm text-soft">
            <summary className="min-h-6 cursor-pointer">What the program reported</summary>
            <p className="mt-2 rounded-md bg-sunken px-3 py-2 font-mono">{detail}</p>
          </details>
        )}
        <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
          <a className="prose-link" href="/">
            Go to the home page
          </a>
          {location.pathname.startsWith('/admin') ? (
            <a className="prose-link" href="/admin/dashboard">
              Go to the back office
            </a>
          ) : (
            <a className="prose-link" href="/asset/view">
              Go to your videos
            </a>
          )}
        </p>
      </main>
      {/* The crash may come from the footer's own modal. */}
      <ErrorBoundary instead={() => null}>
        <SiteFooter reloads />
      </ErrorBoundary>
    </div>
  );
}
