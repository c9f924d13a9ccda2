import { stat } from 'node:fs/promises';
import type { World } from '../../platform/http/context.ts';
import type { ScratchFolder } from '../../platform/files/scratch.ts';
import { storageKeys } from '../storage/keys.ts';
import { indexIn } from '../videos/renditions/playable.ts';
import type { UploadLease } from './lease.ts';

/** Folders in which indexes are written ahead, by upload. */
const begun = new Map<string, Promise<ScratchFolder>>();

/** Milliseconds for which what was read ahead waits for its inspection. */
const keptFor = 60_000;

type Reading = Pick<World, 'media' | 'storage' | 'scratch'>;

async function beginReading(
  { media, storage, scratch }: Reading,
  { upload: { id, workspace_id: owner }, parts }: UploadLease,
  size: number,
): Promise<ScratchFolder> {
  const folder = await scratch.folder();
  try {
    await using part = await storage.localCopy(storageKeys.part(id, parts[0]!.part_number));
    if ((await stat(part.path)).size === size) media.lookAhead(part.path, { index: indexIn(folder.path, id), owner });
  } catch {
    // The inspection reads it all the same.
  }
  return folder;
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
    await using _ = await reading;
  };
  setTimeout(() => void discard().catch(() => undefined), keptFor).unref();
  reading.catch(() => undefined);
}

/** A folder for the index of a recording: with what was read ahead of it, or an empty one. */
export async function takeIndexFolder({ scratch }: Pick<World, 'scratch'>, id: string): Promise<ScratchFolder> {
  const reading = begun.get(id);
  begun.delete(id);
  return (await reading?.catch(() => undefined)) ?? scratch.folder();
}
