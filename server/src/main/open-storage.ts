import { join } from 'node:path';
import { createScratch, type Scratch } from '../platform/files/scratch.ts';
import { createDiskStorage } from '../ports/storage/disk.ts';
import type { Storage } from '../ports/storage/port.ts';
import { type Config, SettingError } from './config.ts';

/** The storage of the settings. Only the one chosen is loaded. */
export async function openStorage(
  { storage, dataDir, cacheSize }: Pick<Config, 'storage' | 'dataDir' | 'cacheSize'>,
  scratch: Scratch = createScratch(dataDir),
): Promise<Storage> {
  if (storage.kind === 'disk') return createDiskStorage(dataDir);
  const { createS3Storage } = await import('../ports/storage/s3/s3.ts');
  const { path } = await scratch.folder();
  const bucket = await createS3Storage({ ...storage, copies: { folder: join(path, 'objects'), most: cacheSize } });
  try {
    await bucket.names('videos/');
    return bucket;
  } catch (error) {
    await bucket.close();
    // The name of what the service answered, or the code of a connection that was not made.
    const { cause } = error as { cause?: { name?: string; code?: string } };
    throw new SettingError(
      `S3_BUCKET: ${bucket.place} at ${storage.endpoint} cannot be read (${cause?.code ?? cause?.name ?? String(error)}).`,
    );
  }
}
