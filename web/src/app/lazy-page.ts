import { lazy } from 'react';
import type { ComponentType } from 'react';

/** Milliseconds (specification section 9). */
const chunkTimeout = 120_000;

/** A page in a chunk of its own. A chunk that does not come within 120 s fails like one that cannot be loaded. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error('This part of the application could not be loaded in time.')),
        chunkTimeout,
      );
    });
    try {
      return await Promise.race([load(), tooLate]);
    } finally {
      clearTimeout(timer);
    }
  });
