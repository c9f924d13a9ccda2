import type { Context, HttpExchange } from '../../platform/http/context.ts';
import { rawBody } from '../../platform/http/json-bodies.ts';
import { insertEventOnce } from './store.ts';

/** A signed event wakes the job that asks for the truth; what the event itself claims is not read. */
export async function webhook(ctx: Context<'capability'>, { request }: HttpExchange): Promise<{ received: boolean }> {
  const signature = request.headers['stripe-signature'];
  const event = await ctx.payments.readEvent(rawBody(request), typeof signature === 'string' ? signature : undefined);
  await ctx.database.transaction(async (tx) => {
    if (!(await insertEventOnce(tx, event.id, ctx.now()))) return;
    const { customerId } = event;
    if (customerId !== undefined) await ctx.jobs.enqueue('billing-sync', { customerId }, { tx });
  });
  return { received: true };
}
