import { randomBytes } from 'node:crypto';
import { rename, stat } from 'node:fs/promises';
import { plans } from '@lectern/contract/rules/plans';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import { activeVideos, lockMember } from '../videos/allowance.ts';
import { startPipeline } from '../videos/pipeline.ts';
import { createVideo } from '../videos/create.ts';
import { discardUpload } from './discard.ts';
import { settleUpload, type Upload } from './store.ts';

/** 128 random bits and more, safe in addresses. */
export const unguessable = (): string => randomBytes(24).toString('base64url');

/**
 * Turns a complete upload into a video and starts its pipeline, in one transaction. May run again after a crash
 * at any point: the rename and the settling of the upload each happen once.
 * Throws `plan_maximum` when other uploads have filled the plan meanwhile.
 */
export async function finishUpload(world: World, upload: Upload & { size: number }): Promise<void> {
  const { files, database } = world;
  await rename(files.part(upload.id), files.original(upload.id)).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || !(await stat(files.original(upload.id)).catch(() => undefined))) throw error;
  });
  await files.syncFolder(upload.id);
  const fits = await database.transaction(async (tx) => {
    const plan = await lockMember(tx, upload.user_id);
    if ((await activeVideos(tx, upload.user_id)).length >= plans[plan].videos) return false;
    if (!(await settleUpload(tx, upload.id, 'complete'))) return true;
    await createVideo(tx, {
      id: upload.id,
      userId: upload.user_id,
      assetId: unguessable(),
      playbackId: unguessable(),
      title: upload.title ?? 'Untitled recording',
      fileName: upload.file_name,
      byteSize: upload.size,
    });
    await startPipeline(world, tx, upload.id);
    return true;
  });
  if (fits) return;
  await discardUpload(world, upload.id, 'rejected', 'plan_maximum');
  throw new Problem('plan_maximum');
}
