import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { recordAudit } from './audit.ts';

const name = 'openai_prompt';

/** What a language model is told before a user's own prompts, until an administrator writes something else. */
export const standardPrompt =
  'You write for executives and product marketers. Be accurate, use only what was said in the recording, and prefer the speaker’s own words.';

/** The global default prompt. */
export async function globalPrompt(db: Queryable): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? standardPrompt;
}

export async function savePrompt(
  ctx: Context<'admin'>,
  { openai_prompt: value }: { openai_prompt: string },
): Promise<{ msg: string }> {
  await ctx.database.transaction(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    const change = { administrator: ctx.administrator, action: 'changed the default prompt' };
    await recordAudit(
      tx,
      { ...change, object: { kind: 'prompt', id: name }, detail: { length: value.length } },
      ctx.now(),
    );
  });
  return { msg: 'Data update successfully' };
}
