import { lazy } from 'react';
import type { ComponentType } from 'react';
import { chunk } from '../ui/part.tsx';
import { pageLoading } from './loading-pages.ts';

/** A page in a chunk of its own (see `chunk`). */
export const lazyPage = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async () => {
    const loaded = pageLoading();
    try {
      return await chunk(load);
    } finally {
      loaded();
    }
  });
