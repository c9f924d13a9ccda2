import type { PromptSettings } from '@lectern/contract/editing/prompts';
import { defaultQuotePrompt, defaultSearchPrompt } from '@lectern/contract/rules/prompts';
import { type Context, requireOwnAccount } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { changeWorkspace } from '../accounts/workspaces/workspace.ts';
import { refuseShort } from '../../platform/http/refuse-short.ts';

/** A member's prompts, the standard ones where they have written none. */
export async function promptSettingsOf(db: Queryable, workspaceId: string): Promise<PromptSettings> {
  const { custom_prompt, quote_count, base_search_prompt } = await db
    .selectFrom('workspaces')
    .select(['custom_prompt', 'quote_count', 'base_search_prompt'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return {
    custom_prompt: custom_prompt ?? defaultQuotePrompt,
    quote_ct: quote_count,
    base_search_prompt: base_search_prompt ?? defaultSearchPrompt,
  };
}

export async function promptSettings(ctx: Context<'member'>, { userId }: { userId: string }): Promise<PromptSettings> {
  requireOwnAccount(ctx, userId);
  return promptSettingsOf(ctx.database.kysely, ctx.workspace.id);
}

export async function saveQuotePrompt(
  ctx: Context<'member'>,
  { userId, customPrompt, quoteCt }: { userId: string; customPrompt: string; quoteCt?: number | undefined },
): Promise<{ msg: string }> {
  requireOwnAccount(ctx, userId);
  refuseShort(customPrompt);
  const changes = { custom_prompt: customPrompt, ...(quoteCt === undefined ? {} : { quote_count: quoteCt }) };
  await ctx.database.transaction((tx) => changeWorkspace(tx, ctx.workspace.id, changes));
  return { msg: 'Updated custom prompt successfully' };
}

export async function saveSearchPrompt(
  ctx: Context<'member'>,
  { userId, customPrompt }: { userId: string; customPrompt: string },
): Promise<{ msg: string }> {
  requireOwnAccount(ctx, userId);
  refuseShort(customPrompt);
  const changes = { base_search_prompt: customPrompt };
  await ctx.database.transaction((tx) => changeWorkspace(tx, ctx.workspace.id, changes));
  return { msg: 'Updated search base prompt successfully' };
}
