import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { sql } from 'kysely';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { getAvailableBytes } from '../../platform/files/disk.ts';
import type { DiskSpace } from '../../ports/storage/port.ts';
import { lockWorkspace } from '../accounts/workspaces/workspace.ts';
import { LeaseLostError } from './lease.ts';
import { expectedBytes, openUpload, promise, promisedToImports, setSize, type UploadRow } from './store.ts';

/**
 * Returns the free bytes for incoming data, minus promises to others than `besides` (upload or import). Locks promises
 * until the transaction ends; lock the member first.
 */
export async function roomLeft(tx: Queryable, space: DiskSpace | undefined, besides: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('uploads/disk'))`.execute(tx);
  const { missing } = await expectedBytes(tx, { besides });
  return getAvailableBytes(space) - missing - (await promisedToImports(tx, besides));
}

/**
 * Reserves room for an upload up to `upTo`, plus at most `ahead`; returns the new limit in bytes. Throws
 * `uploads_too_large`, `disk_full`, `LeaseLostError`, `size_changed` or `upload_gone`.
 */
export async function reserveSpace(
  world: Pick<World, 'database' | 'storage' | 'maxFileSize'>,
  { upload, writer }: { upload: Pick<UploadRow, 'id' | 'workspace_id' | 'received'>; writer: string },
  {
    upTo,
    isEnd,
    ahead = 0,
    written = upload.received,
  }: { upTo: number; isEnd: boolean; ahead?: number; written?: number },
): Promise<number> {
  const space = await world.storage.room();
  return world.database.transaction(async (tx) => {
    const { plan } = await lockWorkspace(tx, upload.workspace_id);
    const own = await expectedBytes(tx, { besides: upload.id, workspaceId: upload.workspace_id });
    const ofPlan = plans[plan].videos * world.maxFileSize - own.whole;
    if (upTo > ofPlan) throw new Problem('uploads_too_large');
    // The disk is everybody's: two members may not be promised the same room.
    const ofDisk = written + (await roomLeft(tx, space, upload.id));
    if (upTo > ofDisk) throw new Problem('disk_full');
    if (isEnd) {
      if (!(await setSize(tx, upload.id, upTo)))
        throw new Problem((await openUpload(tx, upload.id)) ? 'size_changed' : 'upload_gone');
      return upTo;
    }
    const promised = Math.floor(Math.max(upTo, Math.min(upTo + ahead, world.maxFileSize, ofPlan, ofDisk)));
    if (!(await promise(tx, upload.id, writer, promised))) throw new LeaseLostError(upload.id);
    return promised;
  });
}
