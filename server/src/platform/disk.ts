import { statfs } from 'node:fs/promises';
import type { VideoFiles } from './files.ts';

export type DiskSpace = { free: number; size: number };

/** Bytes that strangers' files leave for the database, renditions and pictures; a small disk keeps a twentieth. */
const kept = 2 * 1024 ** 3;

/** Bytes that may still be taken from outside; below zero where what is kept has been used. */
export const roomOn = ({ free, size }: DiskSpace): number => free - Math.min(kept, size / 20);

/** Free and all bytes of the disk with the recordings. */
export async function diskOf({ files }: { files: Pick<VideoFiles, 'dataDir'> }): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(files.dataDir);
  return { free: bavail * bsize, size: blocks * bsize };
}
