import { join } from 'node:path';
import type { DiskCache } from '../platform/cache/disk-cache.ts';
import type { Log } from '../platform/log/log.ts';
import type { Scratch } from '../platform/files/scratch.ts';
import { createLocalMedia } from '../ports/media/local/media.ts';
import type { Media } from '../ports/media/port.ts';
import type { Config } from './config.ts';

/** The media engine of the settings. Only the one chosen is loaded; the one of this machine always is. */
export async function openMedia(
  { media, ffmpegPath, cacheSize }: Pick<Config, 'media' | 'ffmpegPath' | 'cacheSize'>,
  { cache, scratch, log }: { cache: DiskCache; scratch: Scratch; log: Log },
): Promise<Media> {
  const local = await createLocalMedia({ ffmpegPath, cache, log });
  if (media.kind === 'local') return local;
  const { createMuxMedia } = await import('../ports/media/mux/mux.ts');
  const { path } = await scratch.folder();
  return createMuxMedia({ ...media, local, cache, copies: { folder: join(path, 'mux'), most: cacheSize } });
}
