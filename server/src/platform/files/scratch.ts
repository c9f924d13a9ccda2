import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { hour } from '@lectern/contract/rules/durations';
import { unlessMissing } from './local-files.ts';

/** A folder for one piece of work, which nobody else knows; it goes with the work. */
export type ScratchFolder = AsyncDisposable & { readonly path: string };

export type Scratch = {
  folder(): Promise<ScratchFolder>;
  /** Removes what killed processes have left here. */
  sweep(now: Date): Promise<void>;
};

/** Milliseconds between two signs that a process still works here, and after which one that gave none has gone. */
const heartbeatMs = 60_000;
const staleAfterMs = hour;

/**
 * Work in progress, in DATA_DIR, in a folder of this process: what becomes whole there is put among the recordings by a
 * rename.
 */
export function createScratch(dataDir: string): Scratch {
  const place = join(dataDir, 'scratch');
  const own = join(place, randomUUID());
  let inUse = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Writing deep inside leaves the folder's own time as it is. */
  const touch = (): void => void utimes(own, new Date(), new Date()).catch(() => undefined);

  function used(more: 1 | -1): void {
    inUse += more;
    clearInterval(timer);
    if (inUse > 0) timer = setInterval(touch, heartbeatMs).unref();
  }

  return {
    async folder() {
      const path = join(own, randomUUID());
      await mkdir(path, { recursive: true });
      used(1);
      return {
        path,
        async [Symbol.asyncDispose]() {
          used(-1);
          await rm(path, { recursive: true, force: true, maxRetries: 3 });
        },
      };
    },
    async sweep(now) {
      for (const name of (await readdir(place).catch(unlessMissing)) ?? []) {
        const path = join(place, name);
        const stats = await stat(path).catch(unlessMissing);
        if (stats && path !== own && now.getTime() - stats.mtimeMs > staleAfterMs)
          await rm(path, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}
