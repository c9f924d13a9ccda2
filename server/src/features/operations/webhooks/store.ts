import { deliveryPage, type WebhookKind } from '@lectern/contract/operations/webhooks';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

/** The endpoints of a workspace that want events of a kind. */
export const webhooksFor = (tx: Queryable, workspaceId: string, kind: WebhookKind): Promise<{ id: string }[]> =>
  tx
    .selectFrom('webhooks')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'active')
    .where(sql<boolean>`${kind} = any(kinds)`)
    .execute();

/** Resolves with the id; undefined where the endpoint has been told that event. */
export async function insertDelivery(
  tx: Queryable,
  delivery: { webhook_id: string; message_id: string; kind: string; body: string; created_at: Date },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('webhook_deliveries')
    .values(delivery)
    .onConflict((conflict) => conflict.columns(['webhook_id', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Begins a try of a delivery that waits, which is not due any more; undefined where its turn has passed, or where that is
 * paused, gone, or over.
 */
export const takeDelivery = (db: Queryable, id: string, turn: number | undefined) =>
  db
    .updateTable('webhook_deliveries')
    .from('webhooks')
    .set({ next_at: null })
    .whereRef('webhooks.id', '=', 'webhook_id')
    .where('webhook_deliveries.id', '=', id)
    // A job of an older process knows no turn.
    .$if(turn !== undefined, (query) => query.where('turn', '=', turn!))
    .where('webhook_deliveries.state', '=', 'waiting')
    .where('webhooks.state', '=', 'active')
    .returning(['webhook_deliveries.id', 'webhook_id', 'message_id', 'body', 'attempts', 'turn'])
    .returning(['workspace_id', 'url', 'secret', 'old_secret', 'old_secret_until', 'failing_since'])
    .executeTakeFirst();

export type DeliveryToSend = NonNullable<Awaited<ReturnType<typeof takeDelivery>>>;

type Outcome = {
  status: number | null;
  answer: string;
  tookMs: number;
  isDelivered: boolean;
  next: Date | undefined;
  now: Date;
};

/** Notes what has become of a try, at the delivery and at its endpoint; false where it was begun anew meanwhile. */
export async function saveOutcome(
  tx: Queryable,
  { id, webhook_id: webhookId, attempts, turn }: DeliveryToSend,
  { status, answer, tookMs, isDelivered, next, now }: Outcome,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({
      state: isDelivered ? 'delivered' : next ? 'waiting' : 'failed',
      attempts: attempts + 1,
      turn: next ? turn + 1 : turn,
      next_at: next ?? null,
      status,
      answer,
      took_ms: tookMs,
    })
    .where('id', '=', id)
    .where('turn', '=', turn)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await tx
    .updateTable('webhooks')
    .set(({ fn, ref, val }) => ({
      failing_since: isDelivered ? null : fn.coalesce(ref('failing_since'), val(now)),
      last_at: now,
      last_status: status,
    }))
    .where('id', '=', webhookId)
    .execute();
  return true;
}

/** Pauses an endpoint, and gives up what waits for it; false where it is paused already. */
export async function pauseWebhook(tx: Queryable, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({ state: 'paused' })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_at: null })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  return numUpdatedRows === 1n;
}

const ofWorkspace = (db: Queryable, workspaceId: string) =>
  db.selectFrom('webhooks').where('workspace_id', '=', workspaceId);

/** The endpoints of a workspace. */
export const listWebhooks = (db: Queryable, workspaceId: string) =>
  ofWorkspace(db, workspaceId)
    .select(['id', 'url', 'kinds', 'state', 'failing_since', 'created_at', 'last_at', 'last_status'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** One of them, locked. */
export const lockWebhook = (tx: Queryable, workspaceId: string, id: string) =>
  ofWorkspace(tx, workspaceId)
    .select(['id', 'url', 'secret', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const hasWebhook = async (db: Queryable, workspaceId: string, id: string): Promise<boolean> =>
  (await ofWorkspace(db, workspaceId).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const countWebhooks = async (tx: Queryable, workspaceId: string): Promise<number> =>
  (
    await ofWorkspace(tx, workspaceId)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

/** The deliveries to an endpoint, the newest first. */
export const listDeliveries = (db: Queryable, webhookId: string, before: string | undefined) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['id', 'kind', 'body', 'state', 'attempts', 'next_at', 'status', 'answer', 'took_ms', 'created_at'])
    .where('webhook_id', '=', webhookId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (select created_at, id from webhook_deliveries where id = ${before} and webhook_id = ${webhookId})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(deliveryPage)
    .execute();

/** One delivery, those since a moment that did not arrive, or all that wait. */
export type WhichDeliveries = { delivery: string } | { since: string } | 'waiting';

/** Lets deliveries to an endpoint begin anew. What is on its way keeps its turn. */
export const reopenDeliveries = (tx: Queryable, webhookId: string, which: WhichDeliveries) =>
  tx
    .updateTable('webhook_deliveries')
    .set({
      state: 'waiting',
      attempts: 0,
      next_at: null,
      turn: sql`case when state = 'waiting' and next_at is null then turn else turn + 1 end`,
    })
    .where('webhook_id', '=', webhookId)
    .where((eb) => {
      if (which === 'waiting') return eb('state', '=', 'waiting');
      if ('delivery' in which) return eb('id', '=', which.delivery);
      return eb.and([eb('state', '=', 'failed'), eb('created_at', '>=', new Date(which.since))]);
    })
    .returning(['id', 'turn'])
    .execute();

/** Removes what was sent before a moment. */
export const dropDeliveries = (db: Queryable, before: Date) =>
  db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute();
