import { lazy } from 'react';
import type { ComponentType } from 'react';
import { chunk, PartMissing } from '../ui/part.tsx';
import { pageLoading } from './loading-pages.ts';

/** Milliseconds (specification section 9). */
const chunkTimeout = 120_000;

/** A page in a chunk of its own. Fails with `PartMissing` when its chunk does not come, at the latest after 120 s. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new PartMissing('No answer.')), chunkTimeout);
    });
    const loaded = pageLoading();
    try {
      return await Promise.race([chunk(load), tooLate]);
    } finally {
      clearTimeout(timer);
      loaded();
    }
  });
