import { day, hour, minute, second } from '@lectern/contract/rules/durations';
import { Problem } from '@lectern/contract/problem';
import type { Queryable } from '../../../platform/database/database.ts';
import type { World } from '../../../platform/http/context.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { readBeginning, requestGuarded } from '../../../platform/outbound/guarded-request.ts';
import { selectOwners } from '../../accounts/workspaces/owners.ts';
import { nameOf } from '../../accounts/workspaces/members.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { pausedEmail } from './paused-email.ts';
import { signMessage } from './sign-message.ts';
import { type DeliveryToSend, pauseWebhook, saveOutcome, takeDelivery } from './store.ts';

/** Milliseconds to the next try after each one: three days in all (Standard Webhooks, "retries"). */
const waits = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;
/** Milliseconds of failures after which an endpoint is asked no more. */
const patience = 5 * day;
/** Milliseconds an endpoint has for its answer. */
const longestWait = 10 * second;
/** Bytes that are kept of an answer. */
const keptAnswer = 2_000;
const mayComeLater: ReadonlySet<number | null> = new Set([429, 503]);

type Outcome = { status: number | null; answer: string; tookMs: number; retryAfterMs: number };

/** Seconds or a date (RFC 9110, section 10.2.3), as milliseconds from now; 0 for neither. */
function readRetryAfter(value: string | undefined, now: Date): number {
  if (value === undefined) return 0;
  const asked = /^\d{1,9}$/.test(value) ? Number(value) * second : Date.parse(value) - now.getTime();
  return Number.isFinite(asked) ? Math.min(day, Math.max(0, asked)) : 0;
}

async function send({ outbound, now }: World, delivery: DeliveryToSend, signal: AbortSignal): Promise<Outcome> {
  const { url, body, message_id: id, secret, old_secret, old_secret_until } = delivery;
  const began = performance.now();
  const tookMs = (): number => Math.round(performance.now() - began);
  const stillOld = old_secret !== null && old_secret_until !== null && old_secret_until > now();
  try {
    const reply = await requestGuarded(url, outbound, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Lectern-Webhooks/1',
        ...signMessage({ id, body, now: now() }, stillOld ? [secret, old_secret] : [secret]),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestWait)]),
    });
    const status = reply.statusCode ?? null;
    const retryAfterMs = mayComeLater.has(status) ? readRetryAfter(reply.headers['retry-after'], now()) : 0;
    return { status, answer: await readBeginning(reply, keptAnswer), tookMs: tookMs(), retryAfterMs };
  } catch (error) {
    signal.throwIfAborted();
    return { status: null, answer: describeFailure(error), tookMs: tookMs(), retryAfterMs: 0 };
  }
}

/** A text for whoever manages the endpoint: nothing of what is inside this installation. */
function describeFailure(error: unknown): string {
  if (error instanceof Problem) return error.text;
  const { name, code } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return `No answer within ${longestWait / second} seconds.`;
  return `No connection${code === undefined ? '' : ` (${code})`}.`;
}

/** Stores a job that sends a delivery; nothing where one of that turn waits or runs. */
export const queueTurn = (
  { jobs }: Pick<World, 'jobs'>,
  tx: Queryable,
  { id: deliveryId, turn, ...when }: { id: string; turn: number; member: string; after?: Date },
): Promise<boolean> =>
  jobs.enqueue('deliver-webhook', { deliveryId, turn }, { tx, key: `deliver-webhook/${deliveryId}/${turn}`, ...when });

/** Sends an event to an endpoint. Each failed try stores when the next one is due, and a job for it. */
export const deliverWebhookJob: JobDefinition<World, { deliveryId: string; turn?: number }> = {
  name: 'deliver-webhook',
  slots: 8,
  fairByMember: true,
  maxPerMember: 2,
  timeout: 60,
  async run(world, { deliveryId, turn }, { signal }) {
    const { database } = world;
    const delivery = await takeDelivery(database.kysely, deliveryId, turn);
    if (!delivery) return;
    const outcome = await send(world, delivery, signal);
    const now = world.now();
    const { status } = outcome;
    const isDelivered = status !== null && status >= 200 && status < 300;
    const isOver =
      status === 410 || (!isDelivered && now.getTime() - (delivery.failing_since ?? now).getTime() >= patience);
    const wait = waits[delivery.attempts];
    const next =
      isDelivered || isOver || wait === undefined
        ? undefined
        : new Date(now.getTime() + Math.max(wait, outcome.retryAfterMs));
    await database.transaction(async (tx) => {
      if (!(await saveOutcome(tx, delivery, { ...outcome, isDelivered, next, now }))) return;
      if (next)
        await queueTurn(world, tx, {
          id: deliveryId,
          turn: delivery.turn + 1,
          after: next,
          member: delivery.workspace_id,
        });
      if (!isOver || !(await pauseWebhook(tx, delivery.webhook_id))) return;
      const name = await nameOf(tx, delivery.workspace_id);
      const owners = selectOwners(tx).where('owner.workspace_id', '=', delivery.workspace_id);
      for (const { email, firstname } of await owners.select(['users.email', 'users.firstname']).execute())
        await queueEmail(
          world,
          tx,
          email,
          'webhook-paused',
          pausedEmail(world, { firstname }, { workspace: name, ...delivery }),
        );
    });
  },
};
