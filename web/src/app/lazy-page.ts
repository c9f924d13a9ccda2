import { lazy } from 'react';
import type { ComponentType } from 'react';
import { chunk } from '../ui/lazy-part.tsx';
import { pageLoading } from './loading-pages.ts';

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
