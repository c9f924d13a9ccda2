import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import { roomLeft } from '../uploads/reserve-space.ts';
import { lockMember } from '../videos/plan-limit.ts';
import { beginImport, updateImport } from './store.ts';

/** The archive lies on the disk until the last of its recordings has been copied out of it. */
const copies = 2;

type Receiving = { id: string; userId: string };

/**
 * Starts receiving an archive of `bytes`, 0 when unknown, and reserves room until it arrives or is given up. Throws
 * `import_running` and `disk_full`.
 */
export const beginWithRoom = (world: World, { id, userId }: Receiving, bytes: number): Promise<number> =>
  promiseRoom(world, { id, userId, begins: true }, { bytes, ahead: 0, written: 0 });

/** Promises more to one that is longer than was told, and has come so far. Throws as above. */
export const growRoom = (world: World, { id, userId }: Receiving, bytes: number, ahead: number): Promise<number> =>
  promiseRoom(world, { id, userId, begins: false }, { bytes, ahead, written: bytes });

async function promiseRoom(
  world: World,
  { id, userId, begins }: Receiving & { begins: boolean },
  { bytes, ahead, written }: { bytes: number; ahead: number; written: number },
): Promise<number> {
  const { database, storage, now } = world;
  const space = await storage.room();
  return database.transaction(async (tx) => {
    // Before the row of the import: two of a member would wait for each other.
    await lockMember(tx, userId);
    if (begins && !(await beginImport(world, tx, { id, userId, now: now() }))) throw new Problem('import_running');
    const most = Math.floor((written + (await roomLeft(tx, space, id))) / copies);
    if (bytes > most) throw new Problem('disk_full');
    const promised = Math.min(bytes + ahead, most);
    // Sent a second time meanwhile: the later one counts.
    if (!(await updateImport(tx, id, ['receiving'], { promised: promised * copies })))
      throw new Problem('import_running');
    return promised;
  });
}
