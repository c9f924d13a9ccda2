import type { World } from '../../platform/http/context.ts';
import type { ScratchFolder } from '../../platform/files/scratch.ts';
import { storageKeys } from '../storage/keys.ts';
import { indexIn } from '../videos/renditions/playable.ts';
import type { UploadLease } from './lease.ts';

/** A folder in which the index is written ahead, of a file with this mark. */
type ReadAhead = { folder: ScratchFolder; etag: string | undefined };

/** By upload. */
const begun = new Map<string, Promise<ReadAhead>>();

/** Milliseconds for which what was read ahead waits for its inspection. */
const keptFor = 60_000;

type Reading = Pick<World, 'media' | 'storage' | 'scratch'>;

async function beginReading(
  { media, storage, scratch }: Reading,
  { upload: { id, workspace_id: owner }, parts }: UploadLease,
  size: number,
): Promise<ReadAhead> {
  const folder = await scratch.folder();
  try {
    const found = await storage.find(storageKeys.part(id, parts[0]!.part_number));
    if (found?.size !== size) return { folder, etag: undefined };
    await using part = await storage.localCopy(found);
    media.lookAhead(part.path, { index: indexIn(folder.path, id), owner });
    return { folder, etag: found.etag };
  } catch {
    // The inspection reads it all the same.
    return { folder, etag: undefined };
  }
}

/**
 * Begins to read a recording whose last bytes are written and not yet durable, where its inspection will be done by
 * this process.
 */
export function readRecordingAhead(world: Reading & Pick<World, 'jobs'>, claim: UploadLease, size: number): void {
  const { id } = claim.upload;
  if (!world.jobs.runsHere() || claim.parts.length > 1 || begun.has(id)) return;
  const reading = beginReading(world, claim, size);
  begun.set(id, reading);
  const discard = async (): Promise<void> => {
    if (begun.get(id) !== reading) return;
    begun.delete(id);
    await using _ = (await reading).folder;
  };
  setTimeout(() => void discard().catch(() => undefined), keptFor).unref();
  reading.catch(() => undefined);
}

/**
 * A folder for the index of a recording: with what was read ahead of it, or an empty one where its bytes changed since.
 */
export async function takeIndexFolder(
  { scratch, storage }: Pick<World, 'scratch' | 'storage'>,
  id: string,
): Promise<ScratchFolder> {
  const reading = begun.get(id);
  begun.delete(id);
  const ahead = await reading?.catch(() => undefined);
  if (!ahead) return scratch.folder();
  if (ahead.etag !== undefined && ahead.etag === (await storage.find(storageKeys.original(id)))?.etag)
    return ahead.folder;
  await using _ = ahead.folder;
  return await scratch.folder();
}
