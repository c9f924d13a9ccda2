import { stat } from 'node:fs/promises';
import type { World } from '../../platform/context.ts';
import type { VideoFiles } from '../../platform/files.ts';
import { neededFolders } from './store.ts';

/** Milliseconds. */
const young = 3600 * 1000;

const changedAt = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.mtimeMs ?? -Infinity;

/** A folder tells of new files only; the bytes of a long recording come into one that is there for hours. */
const isOld = async (files: VideoFiles, id: string): Promise<boolean> =>
  Date.now() - Math.max(await changedAt(files.folder(id)), await changedAt(files.part(id))) > young;

/** How many folders one query is asked about. */
const batch = 1000;

/**
 * Removes the folders that no upload and no video stands for: a process killed between the commit of a removal and the
 * removal of the files leaves one. The folders are listed before the rows are read, so that a new upload is never taken
 * for one; an import has its row when its files are whole, so that what changed a moment ago is left alone.
 */
export async function sweepFolders({ files, database }: World): Promise<void> {
  const ids = await files.all();
  for (let from = 0; from < ids.length; from += batch) {
    const some = ids.slice(from, from + batch);
    const needed = await neededFolders(database.kysely, some);
    for (const id of some) if (!needed.has(id) && (await isOld(files, id))) await files.remove(id);
  }
}
