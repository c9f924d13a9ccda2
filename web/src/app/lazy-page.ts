import { lazy } from 'react';
import type { ComponentType } from 'react';
import { pageLoading } from './loading-pages.ts';

/** Milliseconds (specification section 9). */
const chunkTimeout = 120_000;

/** A part of the application did not come: a lost connection, or a newer version has taken its place on the server. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/** A page in a chunk of its own. Fails with `PartMissing` when its chunk does not come, at the latest after 120 s. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new PartMissing('No answer within 120 s.')), chunkTimeout);
    });
    const loaded = pageLoading();
    try {
      return await Promise.race([
        load().catch((cause: unknown) => {
          throw new PartMissing(cause instanceof Error ? cause.message : String(cause), { cause });
        }),
        tooLate,
      ]);
    } finally {
      clearTimeout(timer);
      loaded();
    }
  });
