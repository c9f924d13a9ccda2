import { promptRoutes } from '@lectern/contract/prompts';
import type { Context } from '../../platform/context.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { feature } from '../../platform/serve.ts';
import { aiSearch } from './search.ts';
import { promptSettings, saveQuotePrompt, saveSearchPrompt } from '../chapters/settings.ts';
import { updateQuote } from './update-quote.ts';

/** What members ask the built-in engine: each question reads and searches all that is said in a recording. */
const questions = createSemaphore({ atOnce: 64, eachAtOnce: 1, waiting: 256, each: 8 });

/**
 * A question that waits for those that its member has asked before, unless a model has the work. Throws `busy` where these
 * are too many.
 */
const inTurn =
  <Wish, Answer>(ask: (ctx: Context<'active'>, wish: Wish) => Promise<Answer>) =>
  (ctx: Context<'active'>, wish: Wish): Promise<Answer> =>
    ctx.language ? ask(ctx, wish) : questions(() => ask(ctx, wish), { owner: ctx.member.id, signal: ctx.signal });

export const prompts = feature(promptRoutes, {
  settings: promptSettings,
  saveQuotePrompt,
  saveSearchPrompt,
  updateQuote: inTurn(updateQuote),
  search: inTurn(aiSearch),
});
