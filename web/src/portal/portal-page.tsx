import type { Portal, PortalPage as Page, PortalVideo } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import { Overview, WebinarRows } from './overview.tsx';
import { portalPlace } from './portal-host.ts';
import { Search } from './search.tsx';
import { Watch } from './watch.tsx';

/** A page of a portal, drawn alike on the server and in the browser. */
export function PortalPageView({ portal, video, start, found }: Page & { start?: number | undefined }) {
  const Title = video ? 'p' : 'h1';
  const { logo } = portal;
  return (
    <>
      <header
        aria-label={portal.title}
        className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-5 gap-y-3 px-4 pt-7 pb-4 sm:px-6"
      >
        {logo && <img src={logo.url} alt="" width={logo.width} height={logo.height} />}
        <Title className={video ? 'font-serif text-lg' : 'text-3xl'}>
          {video || found ? (
            <a href={portalPaths.overview(portal.token)} className="inline-block min-h-7 hover:underline">
              {portal.title}
            </a>
          ) : (
            portal.title
          )}
        </Title>
      </header>
      <main aria-label={portal.title}>
        <Search portal={portal} found={found}>
          {video ? (
            <div className="pt-5">
              <Shown portal={portal} video={video} start={start} />
            </div>
          ) : (
            <Overview portal={portal} />
          )}
        </Search>
      </main>
    </>
  );
}

type ShownProps = { portal: Portal; video: PortalVideo; start: number | undefined };

/** One of the webinars, with the way to the others. */
function Shown({ portal, video, start }: ShownProps) {
  const place = useMemo(() => portalPlace(portal, video), [portal, video]);
  const at = portal.cards.findIndex(({ key }) => key === video.key);
  if (portal.layout === 'single') {
    const others = portal.cards.filter(({ key }) => key !== video.key);
    return (
      <Watch place={place} video={video} start={start}>
        {others.length > 0 && (
          <section aria-labelledby="others" className="grid gap-6 border-t border-line pt-6">
            <h2 id="others" className="text-xl">
              More webinars
            </h2>
            <WebinarRows portal={portal} cards={others} />
          </section>
        )}
      </Watch>
    );
  }
  const next = portal.cards[at + 1];
  return (
    <Watch place={place} video={video} start={start}>
      <nav aria-label="Webinars" className="flex flex-wrap justify-between gap-4 border-t border-line pt-5">
        <a
          href={portalPaths.overview(portal.token)}
          className="inline-flex min-h-8 items-center gap-2 font-medium hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          All webinars
        </a>
        {next && (
          <a
            href={portalPaths.watch(portal.token, next.key)}
            className="inline-flex min-h-8 items-center gap-2 text-right font-medium hover:underline"
          >
            <span>
              <span className="text-soft">Next: </span>
              {next.title}
            </span>
            <ArrowRight aria-hidden className="size-4 shrink-0" />
          </a>
        )}
      </nav>
    </Watch>
  );
}
