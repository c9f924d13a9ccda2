import { Problem } from '@lectern/contract/problem';
import type { Context, HttpExchange } from '../../platform/http/context.ts';
import { rawBody } from '../../platform/http/json-bodies.ts';
import { enqueueAssetSync, findEventSubjectId } from '../storage/provider-assets.ts';

/** A signed event wakes the job that asks for the truth; what the event itself claims is not read. */
export async function providerWebhook(
  ctx: Context<'capability'>,
  { request }: HttpExchange,
): Promise<{ received: boolean }> {
  const { provider } = ctx.media;
  if (!provider) throw new Problem('not_found');
  const event = await provider.readEvent(rawBody(request), request.headers);
  // Other installations may share the account: what is not ours is nobody's here.
  const id = await findEventSubjectId(ctx.database.kysely, event);
  if (id !== undefined) await enqueueAssetSync(ctx, id);
  return { received: true };
}
