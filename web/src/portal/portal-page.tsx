import type { PortalPage as Page } from '@lectern/contract/portal';
import { portalAddress } from '@lectern/contract/rules/portal-address';
import { Overview } from './overview.tsx';
import { Search } from './search.tsx';
import { Watch } from './watch.tsx';

/** A page of a portal, drawn alike on the server and in the browser. */
export function PortalPage({ portal, video, start, found }: Page) {
  const Title = video ? 'p' : 'h1';
  return (
    <>
      <header className="mx-auto max-w-7xl px-4 pt-7 pb-4 sm:px-6">
        <Title className={video ? 'font-serif text-lg' : 'text-3xl'}>
          {video || found ? (
            <a href={portalAddress.overview(portal.token)} className="inline-block min-h-7 hover:underline">
              {portal.title}
            </a>
          ) : (
            portal.title
          )}
        </Title>
      </header>
      <main>
        <Search portal={portal} found={found}>
          {video ? (
            <div className="pt-5">
              <Watch portal={portal} video={video} start={start} />
            </div>
          ) : (
            <Overview portal={portal} />
          )}
        </Search>
      </main>
    </>
  );
}
