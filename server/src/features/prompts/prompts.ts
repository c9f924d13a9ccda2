import { promptRoutes } from '@lectern/contract/prompts';
import type { Context } from '../../platform/context.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { feature } from '../../platform/serve.ts';
import { aiSearch } from './search.ts';
import { promptSettings, saveQuotePrompt, saveSearchPrompt } from '../chapters/settings.ts';
import { updateQuote } from './update-quote.ts';

/** What members ask: each question reads and searches all that is said in a recording. */
const questions = createSemaphore({ atOnce: 64, eachAtOnce: 1, waiting: 256, each: 8 });

/**
 * A question that waits for those that its member has asked before: while a model answers, which is no work of the server, the
 * next one is prepared. Throws `busy` where these are too many.
 */
const inTurn =
  <Wish, Answer>(prepare: (ctx: Context<'active'>, wish: Wish) => Promise<() => Promise<Answer>>) =>
  async (ctx: Context<'active'>, wish: Wish): Promise<Answer> => {
    const turn = <T>(work: () => Promise<T>): Promise<T> =>
      questions(work, { owner: ctx.member.id, signal: ctx.signal });
    if (!ctx.language) return turn(async () => (await prepare(ctx, wish))());
    const answer = await turn(() => prepare(ctx, wish));
    return answer();
  };

export const prompts = feature(promptRoutes, {
  settings: promptSettings,
  saveQuotePrompt,
  saveSearchPrompt,
  updateQuote: inTurn(updateQuote),
  search: inTurn(aiSearch),
});
