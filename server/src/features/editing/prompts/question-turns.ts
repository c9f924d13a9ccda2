import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../../platform/http/context.ts';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';

/** Questions that are looked into: each reads and searches all that is said in a recording. */
const questions = createSemaphore({ maxConcurrent: 64, maxQueued: 256 });

/** The questions of each member, one after another, and the rest between them. */
const turns = createSemaphore({ maxConcurrent: Infinity, maxConcurrentPerOwner: 1, maxQueued: 256, maxPerOwner: 16 });

/** Milliseconds of rest after a question at most. */
const longestRest = 1_000;

/**
 * After each question a member rests twice as long as it took, at most `longestRest`, so bursts leave the database and
 * a core to others mostly.
 */
const inOwnTurn = <T>({ workspace, signal }: Context<'active'>, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const whose = { owner: workspace.id, signal };
    turns(async () => {
      let began = performance.now();
      const working = questions(() => {
        began = performance.now();
        return work();
      }, whose);
      resolve(working);
      await working.catch(() => undefined);
      await delay(Math.min(2 * (performance.now() - began), longestRest));
    }, whose).catch(reject);
  });

/**
 * Queues a member's questions. While a model answers, which costs the server no work, the next one is prepared. Throws
 * `busy` when too many wait.
 */
export const inTurn =
  <Wish, Answer>(prepare: (ctx: Context<'active'>, wish: Wish) => Promise<() => Promise<Answer>>) =>
  async (ctx: Context<'active'>, wish: Wish): Promise<Answer> => {
    if (!ctx.language) return inOwnTurn(ctx, async () => (await prepare(ctx, wish))());
    const answer = await inOwnTurn(ctx, () => prepare(ctx, wish));
    return answer();
  };
