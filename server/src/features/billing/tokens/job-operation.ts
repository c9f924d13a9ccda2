import { Problem } from '@lectern/contract/problem';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { JobCancelled } from '../../../platform/jobs/runner.ts';
import { releaseTokens, reserveTokens, type TokenSettlement, settleTokens } from './operations.ts';

type JobOperation = {
  /** Set when there are not enough tokens: then it is recorded, and nothing may be spent. */
  refusal: Problem | undefined;
  /**
   * Runs one attempt. Errors release all tokens; an abort keeps the reservation for the next attempt. A cancelled or
   * restarted attempt settles its `spent` separately.
   */
  attempt<Result>(
    signal: AbortSignal,
    work: () => Promise<Result>,
    spent: () => TokenSettlement | undefined,
  ): Promise<Result>;
  settle(tx: Queryable, settlement: TokenSettlement): Promise<void>;
};

/** Opens the operation of a job, or finds the one that its request or an earlier attempt has opened. */
export async function openJobOperation(
  world: World,
  operation: { workspaceId: string; videoId: string; operation: string; key: string; estimate: number },
): Promise<JobOperation> {
  let refusal: Problem | undefined;
  const id = await reserveTokens(world, operation).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'tokens_used_up') throw error;
    refusal = error;
    return reserveTokens(world, { ...operation, estimate: 0 });
  });
  return {
    refusal,
    async attempt(signal, work, spent) {
      try {
        return await work();
      } catch (error) {
        if (!signal.aborted) await world.database.transaction((tx) => releaseTokens(tx, id, world.now()));
        const cost = signal.reason instanceof JobCancelled ? spent() : undefined;
        if (cost) await settleAbandoned(world, operation, cost);
        throw error;
      }
    },
    settle: (tx, settlement) => settleTokens(tx, id, settlement, world.now()),
  };
}

/** Beside the reservation, which may be the next attempt's by now. */
async function settleAbandoned(
  world: World,
  { workspaceId, videoId, operation }: { workspaceId: string; videoId: string; operation: string },
  cost: TokenSettlement,
): Promise<void> {
  try {
    const id = await reserveTokens(world, { workspaceId, videoId, operation, estimate: 0 });
    await world.database.transaction((tx) => settleTokens(tx, id, cost, world.now()));
  } catch (error) {
    // The video may be deleted by now.
    world.log.warn({ err: error, video: videoId }, 'What an abandoned attempt has cost could not be settled.');
  }
}
