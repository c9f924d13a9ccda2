import { sql } from 'kysely';
import type { Context } from '../../platform/http/context.ts';
import { reserveTokens } from '../billing/tokens/operations.ts';
import { Problem } from '@lectern/contract/problem';
import { type RateLimit, tryConsumeAttempt } from '../../platform/limits/rate-limit.ts';
import { isOutlineRunning } from '../videos/step-jobs.ts';

/** Tokens of instructions and answer, about, and of the number of a line. */
const beside = 4_000;
const numbering = 4;

/**
 * Opens the operation before its job is stored, so missing tokens show at once; the job finds it by key. The built-in
 * engine is free. Throws `tokens_used_up`.
 */
export async function reserveWriting(
  ctx: Context<'active'>,
  { videoId, operation, key }: { videoId: string; operation: string; key: string },
): Promise<void> {
  const { characters, lines } = await ctx.database.kysely
    .selectFrom('cues')
    .select([
      sql<number>`coalesce(sum(length(text)), 0)::bigint`.as('characters'),
      (eb) => eb.fn.countAll<number>().as('lines'),
    ])
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();
  const estimate = ctx.language ? Math.ceil(characters / 4) + lines * numbering + beside : 0;
  await reserveTokens(ctx, { memberId: ctx.member.id, videoId, operation, estimate, key });
}

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
