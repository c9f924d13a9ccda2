import { type ProblemCode, problems } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import { scheduleDeletion } from '../storage/pending-deletions.ts';
import { dropCaptionFile } from '../transcripts/caption-file.ts';
import { lockVideoIfThere } from '../videos/lock-video.ts';
import { dropVideo } from '../videos/removal.ts';
import { stopSteps } from '../videos/step-jobs.ts';
import { tellRefused } from '../videos/tell-owner.ts';
import { refuseComplete } from './store.ts';

/**
 * Parser problems that make a recording unusable: it is refused and its bytes deleted. Other failures keep the bytes,
 * because the step can be retried.
 */
export const refusesRecording: ReadonlySet<ProblemCode> = new Set([
  'empty_file',
  'not_media',
  'broken_media',
  'unreadable_media',
  'protected_media',
  'media_too_long',
  'picture_too_large',
]);

/** Removes a video whose recording nobody can use, with its files; the upload it came from answers why from now on. */
export async function refuseRecording(world: World, id: string, problem: ProblemCode): Promise<void> {
  await world.database.transaction(async (tx) => {
    await lockVideoIfThere(tx, id);
    await tellRefused(world, tx, id, problems[problem].text);
    await scheduleDeletion(world, tx, id);
    await stopSteps(world, tx, id);
    await refuseComplete(tx, id, problem);
    await dropCaptionFile(tx, id);
    await dropVideo(tx, id);
  });
}
