import type { Context } from '../../../platform/http/context.ts';
import { setGlobalPrompt } from '../../outline/language/prompt.ts';
import { recordAudit } from './audit.ts';

export async function savePrompt(
  ctx: Context<'admin'>,
  { openai_prompt: prompt }: { openai_prompt: string },
): Promise<{ msg: string }> {
  await ctx.database.transaction(async (tx) => {
    await setGlobalPrompt(tx, prompt);
    const change = { administrator: ctx.administrator, action: 'changed the default prompt' };
    await recordAudit(
      tx,
      { ...change, object: { kind: 'prompt', id: 'openai_prompt' }, detail: { length: prompt.length } },
      ctx.now(),
    );
  });
  return { msg: 'Data update successfully' };
}
