import { isHalted, hasFinishedRequiredSteps, tooFewWordsNotice } from '@lectern/contract/rules/pipeline';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { videoById } from './find-video.ts';
import { stepRowsOf } from './step-jobs.ts';

/**
 * Promises the owner one email when a recording is ready, and one before if it fails or needs captions. Samples and
 * imports get none; later runs send none.
 */
export async function promiseRecordingEmail(tx: Queryable, videoId: string): Promise<void> {
  await tx.insertInto('recording_letters').values({ video_id: videoId }).execute();
}

/** Records for the owner's letter what has become of the steps. The video is locked. */
export async function recordOutcome(world: World, tx: Queryable, videoId: string): Promise<void> {
  const steps = await stepRowsOf(tx, [videoId]);
  const chapters = steps.find(({ step }) => step === 'chapters');
  const isReady = hasFinishedRequiredSteps(steps) && chapters?.state === 'done';
  const halted = isReady ? undefined : steps.find(isHalted);
  if (!isReady && !halted) return;
  const isNews = halted ? await noteFailure(tx, videoId, world.now()) : await keepPromise(tx, videoId);
  const video = isNews ? await videoById(tx, videoId) : undefined;
  if (!video) return;
  const subject = { workspaceId: video.workspace_id, subjectId: videoId };
  if (halted) {
    const outcome = halted.state === 'blocked' ? 'needs captions' : 'failed';
    const payload = { title: video.title, outcome, why: halted.problem ?? '' } as const;
    return recordEvent(world, tx, { kind: 'recording.failed', ...subject, payload });
  }
  const payload = { title: video.title, wordless: chapters?.problem === tooFewWordsNotice };
  return recordEvent(world, tx, { kind: 'recording.ready', ...subject, payload });
}

/** Records that the recording is refused, in the transaction that removes it. */
export async function recordRefusal(world: World, tx: Queryable, videoId: string, why: string): Promise<void> {
  const video = (await keepPromise(tx, videoId)) ? await videoById(tx, videoId) : undefined;
  if (!video) return;
  const payload = { title: video.title, outcome: 'refused', why } as const;
  await recordEvent(world, tx, {
    kind: 'recording.failed',
    workspaceId: video.workspace_id,
    subjectId: videoId,
    payload,
  });
}

/** True the first time. */
async function keepPromise(tx: Queryable, videoId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recording_letters')
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

async function noteFailure(tx: Queryable, videoId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recording_letters')
    .set({ failure_posted_at: now })
    .where('video_id', '=', videoId)
    .where('failure_posted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
