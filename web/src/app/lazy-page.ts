import { lazy, type ComponentType } from 'react';
import { chunk, UnreachedError } from '../ui/lazy-part.tsx';
import { createStore } from '../ui/store.ts';

/** How many pages are on their way from the server. Outside of React: the page before stays until they are there. */
const loading = createStore(0);

export const useAnyLoading = (): boolean => loading.use() > 0;

/**
 * A page in a chunk of its own (see `chunk`). Inside a layout it waits for a connection, where there is none. `fetch`
 * preloads it.
 */
export function lazyPage<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Page = lazy(async () => {
    loading.set(loading.get() + 1);
    try {
      return await chunk(load);
    } catch (cause) {
      if (!(cause instanceof UnreachedError)) throw cause;
      // already there: the layouts have brought it
      const { awaitedPage } = await import('./awaited-page.tsx');
      return { default: awaitedPage(load) };
    } finally {
      loading.set(loading.get() - 1);
    }
  });
  return Object.assign(Page, { fetch: () => void chunk(load).catch(() => undefined) });
}
