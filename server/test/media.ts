import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskCache } from '../src/platform/cache/disk-cache.ts';
import { createLocalMedia } from '../src/ports/media/local/media.ts';
import type { Media } from '../src/ports/media/port.ts';
import { silentLog } from '../src/main/silent-log.ts';

/** The media engine on a folder of its own, for what is tested without a server. */
export async function openTestMedia(): Promise<{ folder: string; media: Media; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const media = await createLocalMedia({
    ffmpegPath: undefined,
    cache: createDiskCache(join(folder, 'cache'), 1e9),
    log: silentLog,
  });
  return {
    folder,
    media,
    async close() {
      await media.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
