import { statfs } from 'node:fs/promises';
import type { DiskSpace } from '../../ports/storage/port.ts';

/** Bytes that strangers' files leave for the database, renditions and pictures; a small disk keeps a twentieth. */
const reservedBytes = 2 * 1024 ** 3;

/** Bytes that may still be taken from outside; below zero where what is kept has been used. */
export const getAvailableBytes = (room: DiskSpace | undefined): number =>
  room ? room.free - Math.min(reservedBytes, room.size / 20) : Number.MAX_SAFE_INTEGER;

/** Free and all bytes of this machine's disk with DATA_DIR. */
export async function readDiskSpace({ dataDir }: { dataDir: string }): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { free: bavail * bsize, size: blocks * bsize };
}
