import type { QueryClient } from '@tanstack/react-query';
import { libraryQuery } from '../features/library/library-query.ts';
import { assetQuery } from '../features/watch/asset-query.ts';
import { currentSession } from '../session/stored-session.ts';
import { createQueryClient } from './query-client.ts';
import { watchPage } from './watch-page.ts';

let kept: { account: string | undefined; client: QueryClient } | undefined;

/** A cache for each account: what one was shown must not greet the next one on the same machine. */
export function queriesOf(account: string | undefined): QueryClient {
  if (!kept || kept.account !== account) kept = { account, client: createQueryClient() };
  return kept.client;
}

/**
 * Asks for what the page that is opened first shows, while that page itself is still coming: its script would ask for
 * it only once it has been loaded, read and drawn.
 */
function askAhead(): void {
  const session = currentSession();
  if (!session) return;
  const client = queriesOf(session.id);
  const { pathname } = location;
  if (pathname === '/asset/view') void client.prefetchQuery(libraryQuery(session.id));
  const [, video] = watchPage.exec(pathname) ?? [];
  if (video !== undefined) void client.prefetchQuery({ ...assetQuery(video), retry: false });
}

askAhead();
