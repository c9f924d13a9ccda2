import { sql } from 'kysely';
import type { WritingCost } from '@lectern/contract/videos/videos';
import type { Context, World } from '../../platform/http/context.ts';
import type { Usage } from '../../ports/language/port.ts';
import { priceInDollars } from './language/token-usage.ts';
import { allowanceOf } from '../billing/tokens/allowance.ts';
import { reserveTokens } from '../billing/tokens/operations.ts';
import { Problem } from '@lectern/contract/problem';
import { type RateLimit, tryConsumeAttempt } from '../../platform/limits/rate-limit.ts';
import { isOutlineRunning } from '../videos/step-jobs.ts';

/** Tokens of instructions and answer, about, and of the number of a line. */
const instructions = 1_500;
const answer = 2_500;
const numbering = 4;

/** Tokens sent and received for writing texts of a recording, about; none by the built-in engine. */
async function estimateWriting({ database, language }: World, videoId: string): Promise<Usage> {
  if (!language) return { input: 0, output: 0 };
  const { characters, lines } = await database.kysely
    .selectFrom('cues')
    .select([
      sql<number>`coalesce(sum(length(text)), 0)::bigint`.as('characters'),
      (eb) => eb.fn.countAll<number>().as('lines'),
    ])
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();
  return { input: Math.ceil(characters / 4) + lines * numbering + instructions, output: answer };
}

/** Tells a member about what writing texts of a recording costs. */
export async function tellWritingCost(ctx: Context<'active'>, videoId: string): Promise<WritingCost> {
  const estimate = await estimateWriting(ctx, videoId);
  const { used, total } = await allowanceOf(ctx.database, ctx.workspace.id, ctx.now());
  const dollars = ctx.language ? priceInDollars(ctx.language, estimate) : null;
  return { tokens: estimate.input + estimate.output, left: Math.max(0, total - used), dollars };
}

/**
 * Opens the operation before its job is stored, so missing tokens show at once; the job finds it by key. The built-in
 * engine is free. Throws `tokens_used_up`.
 */
export async function reserveWriting(
  ctx: Context<'active'>,
  { videoId, operation, key }: { videoId: string; operation: string; key: string },
): Promise<void> {
  const { input, output } = await estimateWriting(ctx, videoId);
  const by = { workspaceId: ctx.workspace.id, userId: ctx.member.id };
  await reserveTokens(ctx, { ...by, videoId, operation, estimate: input + output, key });
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
