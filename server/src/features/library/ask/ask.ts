import { askRoutes } from '@lectern/contract/library/ask';
import { feature } from '../../../platform/http/serve.ts';
import { openPortal } from '../../publishing/portal/open-portal.ts';
import { inTurn } from '../../editing/prompts/question-turns.ts';
import { answerLibrary } from './answer-library.ts';
import { answerPortal } from './answer-portal.ts';

export const ask = feature(askRoutes, {
  ask: inTurn(async (ctx, wish) => {
    const answer = await answerLibrary(ctx, wish);
    return async () => ({ data: await answer() });
  }),

  async askPortal(ctx, { token, question }) {
    return { data: await answerPortal(ctx, await openPortal(ctx, token), question) };
  },
});
