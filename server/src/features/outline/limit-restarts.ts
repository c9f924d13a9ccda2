import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../platform/http/context.ts';
import { type RateLimit, tryConsumeAttempt } from '../../platform/limits/rate-limit.ts';
import { isOutlineRunning } from '../videos/step-jobs.ts';

/** Runs of one recording that are cut off for another: each has cost what a model was sent until then. */
const begunAnew: RateLimit = { name: 'chapters/begun-anew', tries: 10, minutes: 60 };

/** Throws where chapters that are being written were begun anew too often already. */
export async function maybeBeginAnew({ database, now }: Context<'active'>, videoId: string): Promise<void> {
  if (!(await isOutlineRunning(database.kysely, videoId))) return;
  if (!(await tryConsumeAttempt(database.kysely, begunAnew, videoId, now())))
    throw new Problem('too_many_tries', {
      detail: 'These chapters are being written, and have been started over often. Please wait until they are done.',
    });
}
