import { isHalted, hasFinishedRequiredSteps, tooFewWordsNotice } from '@lectern/contract/rules/pipeline';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Note, Reader } from '../mail/compose.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { videoById } from './find-video.ts';
import {
  recordingFailedEmail,
  recordingLostEmail,
  recordingReadyEmail,
  recordingRefusedEmail,
  captionsNeededEmail,
} from './letters.ts';
import { stepRowsOf } from './step-jobs.ts';

/**
 * Promises the owner one email when a recording is ready, and one before if it fails or needs captions. Samples and
 * imports get none; later runs send none.
 */
export async function promiseRecordingEmail(tx: Queryable, videoId: string): Promise<void> {
  await tx.insertInto('recording_letters').values({ video_id: videoId }).execute();
}

/** Posts the letter that is due by what has become of the steps. The video is locked. */
export async function tellOwner(world: World, tx: Queryable, videoId: string): Promise<void> {
  const steps = await stepRowsOf(tx, [videoId]);
  const chapters = steps.find(({ step }) => step === 'chapters');
  if (hasFinishedRequiredSteps(steps) && chapters?.state === 'done') {
    if (!(await keepPromise(tx, videoId))) return;
    const wordless = chapters.problem === tooFewWordsNotice;
    return post(world, tx, videoId, 'recording-ready', (reader, video) =>
      recordingReadyEmail(world, reader, video, { wordless }),
    );
  }
  const halted = steps.find(isHalted);
  if (!halted || !(await noteFailure(tx, videoId, world.now()))) return;
  const [kind, letter] =
    halted.state === 'blocked'
      ? (['recording-needs-captions', captionsNeededEmail] as const)
      : (['recording-failed', recordingFailedEmail] as const);
  await post(world, tx, videoId, kind, (reader, video) => letter(world, reader, video, halted.problem ?? ''));
}

/** Posts that the recording is refused, in the transaction that removes it. */
export async function tellRefused(world: World, tx: Queryable, videoId: string, why: string): Promise<void> {
  if (await keepPromise(tx, videoId))
    await post(world, tx, videoId, 'recording-refused', (reader, video) =>
      recordingRefusedEmail(world, reader, video, why),
    );
}

/** Posts that the recording is lost, to whoever wants other letters of recordings or not. */
export const tellLost = (world: World, tx: Queryable, videoId: string): Promise<void> =>
  post(world, tx, videoId, 'recording-lost', (reader, video) => recordingLostEmail(world, reader, video), 'everybody');

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

/**
 * To whom it belongs, while the account is active and, but for what everybody must know, its member wants such mail.
 */
async function post(
  world: World,
  tx: Queryable,
  videoId: string,
  kind: string,
  note: (reader: Reader, video: { id: string; title: string }) => Note,
  to: 'whoever wants it' | 'everybody' = 'whoever wants it',
): Promise<void> {
  const video = await videoById(tx, videoId);
  const reader =
    video &&
    (await tx
      .selectFrom('users')
      .select(['email', 'firstname'])
      .where('id', '=', video.user_id)
      .where('is_active', '=', true)
      .where('verified_at', 'is not', null)
      .$if(to === 'whoever wants it', (query) => query.where('recording_mails', '=', true))
      .executeTakeFirst());
  if (reader) await queueEmail(world, tx, reader.email, kind, note(reader, video));
}
