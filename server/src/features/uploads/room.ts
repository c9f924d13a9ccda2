import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { sql } from 'kysely';
import type { World } from '../../platform/context.ts';
import { roomOn } from '../../platform/disk.ts';
import { lockMember } from '../videos/allowance.ts';
import { expectedBytes, openUpload, setSize, type Upload } from './store.ts';

export const tooManyUnfinished = (most: number): Problem =>
  new Problem('uploads_unfinished', {
    detail: `You have ${most} unfinished uploads, the most your plan allows. Finish or discard one, then try again.`,
  });

/** Bytes that the storage has for what comes from outside beside all that unfinished uploads have announced. */
export async function roomBesideUploads(world: Pick<World, 'database' | 'storage'>): Promise<number> {
  const { missing } = await expectedBytes(world.database.kysely, {});
  return roomOn(await world.storage.room()) - missing;
}

/**
 * Makes sure that an upload may grow to so many bytes, and notes its size when that is its end. The bytes that all
 * unfinished uploads have announced count as used, so that many together cannot fill what each alone would leave free.
 * Resolves with the bytes to which it may grow at most. Throws `uploads_too_large` for the member's plan,
 * `disk_full`, and for the size `size_changed`, or `upload_gone` when it was cancelled meanwhile.
 */
export async function takeRoom(
  world: Pick<World, 'database' | 'storage' | 'maxFileSize'>,
  upload: Pick<Upload, 'id' | 'user_id' | 'received'>,
  { upTo, isEnd }: { upTo: number; isEnd: boolean },
): Promise<number> {
  const space = await world.storage.room();
  return world.database.transaction(async (tx) => {
    const plan = await lockMember(tx, upload.user_id);
    const own = await expectedBytes(tx, { besides: upload.id, userId: upload.user_id });
    const ofPlan = plans[plan].videos * world.maxFileSize - own.whole;
    if (upTo > ofPlan) throw new Problem('uploads_too_large');
    // The disk is everybody's: two members may not be promised the same room.
    await sql`select pg_advisory_xact_lock(hashtext('uploads/disk'))`.execute(tx);
    const all = await expectedBytes(tx, { besides: upload.id });
    const ofDisk = upload.received + roomOn(space) - all.missing;
    if (upTo > ofDisk) throw new Problem('disk_full');
    if (isEnd && !(await setSize(tx, upload.id, upTo)))
      throw new Problem((await openUpload(tx, upload.id)) ? 'size_changed' : 'upload_gone');
    return Math.floor(Math.min(ofPlan, ofDisk));
  });
}
