import { randomUUID } from 'node:crypto';
import { Problem } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import { type WebhookKind, webhookRoutes } from '@lectern/contract/operations/webhooks';
import type { Context, World } from '../../../platform/http/context.ts';
import { feature } from '../../../platform/http/serve.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { acceptOutboundUrl } from '../../../platform/outbound/guarded-request.ts';
import { callerInLog, writeLog } from '../../accounts/workspaces/workspace-log.ts';
import { lockWorkspace } from '../../accounts/workspaces/workspace.ts';
import { queueTurn } from './deliver-webhook.job.ts';
import { queueDelivery } from './fan-out.ts';
import { createSecret } from './sign-message.ts';
import {
  countWebhooks,
  dropDeliveries,
  hasWebhook,
  listDeliveries,
  listWebhooks,
  lockWebhook,
  reopenDeliveries,
  type WhichDeliveries,
} from './store.ts';

/** Endpoints of a workspace. */
const mostWebhooks = 20;
/** Milliseconds for which an old secret signs beside the new one. */
const rotation = day;
/** Milliseconds for which what was sent is kept. */
const kept = 30 * day;

const asIso = (date: Date | null): string | null => date && date.toISOString();

async function lockOwn(ctx: Context<'member'>, tx: Queryable, id: string) {
  const webhook = await lockWebhook(tx, ctx.workspace.id, id);
  if (!webhook) throw new Problem('not_found');
  return webhook;
}

async function requireOwn({ database, workspace }: Context<'member'>, id: string): Promise<void> {
  if (!(await hasWebhook(database.kysely, workspace.id, id))) throw new Problem('not_found');
}

/** Sends deliveries anew; resolves with how many. */
async function sendAnew(ctx: Context<'member'>, tx: Queryable, id: string, which: WhichDeliveries): Promise<number> {
  const reopened = await reopenDeliveries(tx, id, which);
  for (const each of reopened) await queueTurn(ctx, tx, { ...each, member: ctx.workspace.id });
  return reopened.length;
}

export const webhooks = feature(webhookRoutes, {
  async list({ database, workspace }) {
    const rows = await listWebhooks(database.kysely, workspace.id);
    return {
      data: rows.map(({ id, url, kinds, state, failing_since, created_at, last_at, last_status }) => ({
        id,
        url,
        kinds: kinds as WebhookKind[],
        state: state === 'active' && failing_since ? ('failing' as const) : state,
        created_at: created_at.toISOString(),
        last: last_at && { at: last_at.toISOString(), status: last_status },
      })),
    };
  },

  async create(ctx, { url, kinds }) {
    const { href } = await acceptOutboundUrl(url, ctx.outbound);
    const secret = createSecret();
    const workspaceId = ctx.workspace.id;
    return ctx.database.transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      if ((await countWebhooks(tx, workspaceId)) >= mostWebhooks)
        throw new Problem('bad_request', {
          detail: `A workspace may have ${mostWebhooks} endpoints. Remove one first.`,
        });
      const { id } = await tx
        .insertInto('webhooks')
        .values({
          workspace_id: workspaceId,
          url: href,
          kinds: [...new Set(kinds)],
          secret,
          created_by: ctx.member.id,
          created_at: ctx.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await logChange(ctx, tx, 'webhook.added', { id, url: href });
      return { id, secret };
    });
  },

  async change(ctx, { id, url, kinds, state }) {
    const href = url === undefined ? undefined : (await acceptOutboundUrl(url, ctx.outbound)).href;
    if (href === undefined && kinds === undefined && state === undefined) throw new Problem('nothing_to_change');
    await ctx.database.transaction(async (tx) => {
      const webhook = await lockOwn(ctx, tx, id);
      await tx
        .updateTable('webhooks')
        .set({
          ...(href === undefined ? {} : { url: href }),
          ...(kinds === undefined ? {} : { kinds: [...new Set(kinds)] }),
          ...(state === undefined ? {} : { state, failing_since: null }),
        })
        .where('id', '=', id)
        .execute();
      // While it was paused their jobs found nothing to do.
      if (state === 'active' && webhook.state === 'paused') await sendAnew(ctx, tx, id, 'waiting');
      await logChange(ctx, tx, 'webhook.changed', { id, url: href ?? webhook.url });
    });
    return { msg: 'The endpoint was saved.' };
  },

  async remove(ctx, { id }) {
    await ctx.database.transaction(async (tx) => {
      const { url } = await lockOwn(ctx, tx, id);
      await tx.deleteFrom('webhooks').where('id', '=', id).execute();
      await logChange(ctx, tx, 'webhook.removed', { id, url });
    });
    return { msg: 'The endpoint was removed.' };
  },

  async rotate(ctx, { id }) {
    const secret = createSecret();
    await ctx.database.transaction(async (tx) => {
      const { secret: old_secret, url } = await lockOwn(ctx, tx, id);
      const old_secret_until = new Date(ctx.now().getTime() + rotation);
      await tx.updateTable('webhooks').set({ secret, old_secret, old_secret_until }).where('id', '=', id).execute();
      await logChange(ctx, tx, 'webhook.changed', { id, url });
    });
    return { id, secret };
  },

  async test(ctx, { id }) {
    await ctx.database.transaction(async (tx) => {
      const { state } = await lockOwn(ctx, tx, id);
      if (state === 'paused')
        throw new Problem('bad_request', { detail: 'This endpoint is paused. Turn it on first.' });
      const message = { id: `test_${randomUUID()}`, kind: 'webhook.test', data: {}, at: ctx.now() };
      await queueDelivery(ctx, tx, { workspaceId: ctx.workspace.id, webhookId: id }, message);
    });
    return { msg: 'A test event is on its way.' };
  },

  async deliveries(ctx, { id, before }) {
    await requireOwn(ctx, id);
    const rows = await listDeliveries(ctx.database.kysely, id, before);
    return {
      data: rows.map((row) => ({ ...row, next_at: asIso(row.next_at), created_at: row.created_at.toISOString() })),
    };
  },

  async resend(ctx, { id, ...which }) {
    return ctx.database.transaction(async (tx) => {
      const { state } = await lockOwn(ctx, tx, id);
      if (state === 'paused')
        throw new Problem('bad_request', { detail: 'This endpoint is paused. Turn it on first.' });
      const count = await sendAnew(ctx, tx, id, which);
      if ('delivery' in which && count === 0) throw new Problem('not_found');
      return { count };
    });
  },
});

const logChange = (
  ctx: Context<'member'>,
  tx: Queryable,
  action: 'webhook.added' | 'webhook.changed' | 'webhook.removed',
  { id, url }: { id: string; url: string },
): Promise<void> =>
  writeLog(tx, { ...callerInLog(ctx), action, object: { kind: 'webhook', id }, detail: { host: new URL(url).host } });

/** Removes what was sent long ago. */
export const sweepDeliveries = ({ database, now }: World) =>
  dropDeliveries(database.kysely, new Date(now().getTime() - kept));
