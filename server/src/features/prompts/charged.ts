import { approximateTokens } from '@lectern/contract/rules/prompts';
import type { Context, World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { releaseTokens, reserveTokens, settleTokens } from '../tokens/operations.ts';

type Asked = {
  operation: 'update-quote' | 'ai-search';
  videoId: string;
  systemPrompt: string;
  customPrompt: string;
  /** Characters an answer has at most. */
  longest: number;
};

/** The work's outcome: what it answers, and how it is saved in the transaction that also settles the tokens. */
type Outcome<Result> = { result: Result; text: string; save: (tx: Queryable) => Promise<void> };

/**
 * Does something that costs tokens: the estimate is taken before, what it came to is settled together with the result,
 * and everything is given back when it fails. Throws `tokens_used_up`, and what `work` throws.
 */
export async function charged<Result>(
  ctx: Context<'active'> & World,
  { operation, videoId, systemPrompt, customPrompt, longest }: Asked,
  work: () => Promise<Outcome<Result>>,
): Promise<Result> {
  const sent = approximateTokens(systemPrompt, customPrompt);
  const estimate = sent + Math.ceil(longest / 4);
  const id = await reserveTokens(ctx, { memberId: ctx.member.id, videoId, operation, estimate });
  try {
    const { result, text, save } = await work();
    const used = sent + approximateTokens(text);
    await ctx.database.transaction(async (tx) => {
      await save(tx);
      await settleTokens(tx, id, { used, systemPrompt, customPrompt, result: text }, ctx.now());
    });
    return result;
  } catch (error) {
    await ctx.database.transaction((tx) => releaseTokens(tx, id, ctx.now()));
    throw error;
  }
}
