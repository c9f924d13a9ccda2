import { plans } from '@lectern/contract/rules/plans';
import { Problem } from '@lectern/contract/problem';
import { recordEvent } from '../../platform/events/events.ts';
import type { World } from '../../platform/http/context.ts';
import type { Remote } from '../../ports/media/port.ts';
import { activeVideos, lockUploader } from '../videos/plan-limit.ts';
import { startPipeline } from '../videos/pipeline.ts';
import { createVideo } from '../videos/create.ts';
import { promiseRecordingEmail } from '../videos/record-outcome.ts';
import type { UploadLease } from './lease.ts';
import { publishParts } from './append-to-upload.ts';
import { closeUpload, type UploadRow } from './store.ts';
import { randomKey } from '../../platform/files/random-key.ts';
import { rests } from '../../platform/http/problem-of.ts';

/**
 * Publishes a complete upload of `size` bytes and makes a video of it. Safe to rerun after a crash at any point.
 * Throws as `createVideoFromUpload`.
 */
export async function finishUpload(world: World, claim: UploadLease, size: number): Promise<void> {
  await publishParts(world.storage, claim, size);
  await createVideoFromUpload(world, claim.upload, { size });
}

/**
 * Turns a complete upload into a video and starts its pipeline, in one transaction and once. Throws `plan_maximum`
 * when the plan is full, and as `lockUploader`, without changes.
 */
export async function createVideoFromUpload(
  world: World,
  upload: UploadRow,
  { size, remote }: { size: number; remote?: Remote },
): Promise<void> {
  const fits = await world.database.transaction(async (tx) => {
    const plan = await lockUploader(world, tx, upload.workspace_id);
    if ((await activeVideos(tx, upload.workspace_id)).length >= plans[plan].videos) return false;
    if (!(await closeUpload(tx, upload.id, 'complete'))) return true;
    await createVideo(world, tx, {
      id: upload.id,
      workspaceId: upload.workspace_id,
      createdBy: upload.created_by,
      assetId: randomKey(24),
      // Players of what was arriving go on at this address; nothing can be sent there any more.
      playbackId: upload.key,
      title: upload.title ?? 'Untitled recording',
      fileName: upload.file_name,
      byteSize: size,
      ...(remote ? { remote } : {}),
    });
    await promiseRecordingEmail(tx, upload.id);
    await recordEvent(world, tx, {
      kind: 'recording.received',
      workspaceId: upload.workspace_id,
      subjectId: upload.id,
      payload: {},
    });
    await startPipeline(world, tx, upload.id);
    return true;
  });
  if (!fits) throw new Problem('plan_maximum');
}

/** Whether a recording that has come whole waits for its member: to be let in again, or for a place in the library. */
export const waitsForMember = (error: unknown): boolean =>
  rests(error) || (error instanceof Problem && error.code === 'plan_maximum');
