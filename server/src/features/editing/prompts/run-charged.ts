import { Problem } from '@lectern/contract/problem';
import { approximateTokens } from '@lectern/contract/rules/prompts';
import type { Context, World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { abandonedResultNotice, type Bill, openBill, toSettlementUsage } from '../../outline/language/token-usage.ts';
import { releaseTokens, reserveTokens, settleTokens } from '../../billing/tokens/operations.ts';

/** Something that is ready to be asked: what it will be recorded as, about what it costs, and the asking. */
export type ChargedTask<Result> = {
  engine: string;
  systemPrompt: string;
  customPrompt: string;
  /** Tokens. */
  estimate: number;
  /** A model's calls go on the bill. Without any the texts are counted. */
  ask: (bill: Bill) => Promise<Result>;
};

/** A result's text for the histories, and how to save it in the transaction that settles the tokens. */
export type ChargedResult = { text: string; save: (tx: Queryable) => Promise<void> };

/** Names what tokens are taken for. Without `userId` it is a visitor of the workspace's portal who asks. */
export type Charge = {
  operation: 'update-quote' | 'ai-search' | 'ask-library' | 'ask-portal';
  workspaceId: string;
  userId?: string;
  videoId: string | null;
};

/** A person's part of a charge. */
export const chargedTo = ({ workspace, member }: Context<'active'>): Pick<Charge, 'workspaceId' | 'userId'> => ({
  workspaceId: workspace.id,
  userId: member.id,
});

/**
 * Reserves the estimate, then settles tokens with the result. After failures or lost clients, only billed tokens are
 * charged. Throws `tokens_used_up` and errors of asking and saving.
 */
export async function runCharged<Result>(
  ctx: World & Pick<Context<'capability'>, 'signal'>,
  charge: Charge,
  { engine, systemPrompt, customPrompt, estimate, ask }: ChargedTask<Result>,
  finish: (result: Result) => ChargedResult,
): Promise<Result> {
  const id = await reserveTokens(ctx, { ...charge, estimate });
  const bill = openBill();
  const texts = { engine, systemPrompt, customPrompt };
  try {
    const result = await ask(bill);
    const { text, save } = finish(result);
    const used =
      bill.calls.length > 0
        ? toSettlementUsage(bill)
        : { used: approximateTokens(systemPrompt, customPrompt) + approximateTokens(text) };
    await ctx.database.transaction(async (tx) => {
      await save(tx);
      await settleTokens(tx, id, { ...texts, ...used, result: text }, ctx.now());
    });
    return result;
  } catch (error) {
    const why = error instanceof Problem ? error.text : ctx.signal.aborted ? abandonedResultNotice : 'It failed.';
    const settled = ctx.database.transaction((tx) =>
      bill.calls.length > 0
        ? settleTokens(
            tx,
            id,
            { ...texts, ...toSettlementUsage(bill), result: [why, ...bill.answers].join('\n\n') },
            ctx.now(),
          )
        : releaseTokens(tx, id, ctx.now()),
    );
    // The sweep gives back what stays reserved; whoever asked is told why there is no answer.
    await settled.catch((err: unknown) =>
      ctx.log.error({ err }, 'The tokens of a failed answer could not be settled.'),
    );
    throw error;
  }
}
