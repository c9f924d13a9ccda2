import { problems } from '@lectern/contract/problem';
import { z } from 'zod';
import { recoverOrphans } from '../../../platform/jobs/recover-orphans.ts';
import { finalProblem } from '../../../platform/jobs/final-problem.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { rewriteKey } from './enqueue-next-batch.ts';
import { lockRewrite, rewriteById, unfinishedRewrites, updateRewrite } from './store.ts';
import { applyNextBatch, scanNextBatch } from './run-batch.ts';

type Part = { rewriteId: string; step: number };

/** Says of a rewrite why it does not go on, or that it does, if it still waits for this part. */
async function tell(tx: Queryable, { rewriteId, step }: Part, problem: string | null): Promise<void> {
  if ((await lockRewrite(tx, rewriteId))?.step === step) await updateRewrite(tx, rewriteId, { problem });
}

/**
 * Does a short part of a rewrite and queues the next, so that members take turns. Repeatable: each part is committed
 * with its number.
 */
export const rewriteJob: JobDefinition<Part> = {
  name: 'rewrite',
  payload: z.object({ rewriteId: z.uuid(), step: z.number().int() }),
  fairByMember: true,
  maxPerMember: 1,
  timeout: 600,
  async run(world, part, job) {
    const row = await rewriteById(world.database.kysely, part.rewriteId);
    if (row?.step !== part.step) return;
    try {
      await (row.state === 'looking' ? scanNextBatch(world, row) : applyNextBatch(world, row));
    } catch (error) {
      const problem = finalProblem(error, job);
      world.log.error({ err: problem.cause ?? problem, rewrite: row.id }, problem.text);
      await world.database.transaction((tx) => tell(tx, part, problem.text));
    }
  },
  onCancel: (_world, tx, part) => tell(tx, part, problems.stopped.text),
  onRetry: (_world, tx, part) => tell(tx, part, null),
  recoverOrphans: async (world) =>
    recoverOrphans(world, await unfinishedRewrites(world.database.kysely), rewriteKey, {
      settle: (tx, { id, step }) => tell(tx, { rewriteId: id, step }, problems.interrupted.text),
    }),
};
