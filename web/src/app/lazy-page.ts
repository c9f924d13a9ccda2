import { lazy, type ComponentType } from 'react';
import { chunk } from '../ui/lazy-part.tsx';

/** How many pages are on their way from the server. Outside of React: the page before stays until they are there. */
let count = 0;
const listeners = new Set<() => void>();

function add(change: 1 | -1): void {
  count += change;
  for (const listener of listeners) listener();
}

/** Notes that a page is being loaded; calling the answer notes its end. */
function pageLoading(): () => void {
  add(1);
  return () => add(-1);
}

export const isAnyLoading = (): boolean => count > 0;

export function onLoading(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A page in a chunk of its own (see `chunk`). Inside a layout it waits for a connection, where there is none. */
export const lazyPage = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async () => {
    const loaded = pageLoading();
    try {
      return await chunk(load);
    } catch (cause) {
      if (navigator.onLine) throw cause;
      // The layouts have brought it.
      const { awaitedPage } = await chunk(() => import('./awaited-page.tsx'));
      return { default: awaitedPage(load) };
    } finally {
      loaded();
    }
  });
