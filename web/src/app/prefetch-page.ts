import { libraryPage, watchPage } from '@lectern/contract/rules/first-pages';
import type { QueryClient } from '@tanstack/react-query';
import { libraryQuery } from '../features/library/library-query.ts';
import { assetQuery } from '../features/playback/asset-query.ts';
import { currentSession, scopeOf } from '../session/stored-session.ts';
import { createQueryClient } from '../session/query-client.ts';

let ahead: { scope: string; client: QueryClient } | undefined;

/** A new cache: what one person was shown must not greet the next. Until `discardPrefetch` it holds what was asked ahead. */
export const queriesFor = (scope: string | undefined): QueryClient =>
  (ahead?.scope === scope ? ahead?.client : undefined) ?? createQueryClient();

/** Once a page is shown with it: later visits start over. */
export function discardPrefetch(): void {
  ahead = undefined;
}

/** Requests the data of the first page while the page's script still loads; that script could ask only later. */
function askAhead(): void {
  const session = currentSession();
  if (!session) return;
  const client = createQueryClient();
  ahead = { scope: scopeOf(session), client };
  const { pathname } = location;
  if (libraryPage.test(pathname)) void client.prefetchQuery(libraryQuery(session.id));
  const [, video] = watchPage.exec(pathname) ?? [];
  if (video !== undefined) void client.prefetchQuery({ ...assetQuery(video), retry: false });
}

askAhead();
