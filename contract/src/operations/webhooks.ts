import { z } from 'zod';
import { routes } from '../route.ts';
import { boundedText, sentText } from '../text.ts';

const Id = z.uuid();
const When = z.iso.datetime();
const Message = z.object({ msg: sentText });

/** Kinds of events that are told. A kind keeps its name and the fields of its data. */
export const WebhookKind = z.enum([
  'recording.received',
  'recording.ready',
  'recording.failed',
  'recording.deleted',
  'transcript.changed',
  'chapters.changed',
  'clip.ready',
  'clip.failed',
  'highlight.created',
  'share.created',
  'share.revoked',
  'portal.published',
  'member.joined',
  'member.left',
  'member.role_changed',
  'key.created',
  'key.revoked',
  'plan.changed',
  'limit.reached',
]);
export type WebhookKind = z.infer<typeof WebhookKind>;

const Kinds = z.array(WebhookKind).min(1).max(WebhookKind.options.length);
const Url = boundedText(2_000);

export const Webhook = z.object({
  id: Id,
  url: sentText,
  kinds: z.array(WebhookKind),
  /** `failing`: what was sent last did not arrive. */
  state: z.enum(['active', 'failing', 'paused']),
  created_at: When,
  last: z.object({ at: When, status: z.int().nullable() }).nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

/** One event on its way to one endpoint. `answer`: the beginning of the last reply, or why there was none. */
export const WebhookDelivery = z.object({
  id: Id,
  kind: sentText,
  body: sentText,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  next_at: When.nullable(),
  status: z.int().nullable(),
  answer: sentText.nullable(),
  took_ms: z.int().nullable(),
  created_at: When,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Deliveries that come at once. */
export const deliveryPage = 50;

/** The secret that signs what is sent, which is shown once. */
const Secret = z.object({ id: Id, secret: sentText });

const one = { access: 'member', right: 'manage', params: z.object({ id: Id }) } as const;

/** Events pushed to endpoints of a workspace, signed as Standard Webhooks has it. */
export const webhookRoutes = routes({
  list: {
    method: 'GET',
    path: '/webhooks',
    access: 'member',
    right: 'manage',
    reply: z.object({ data: z.array(Webhook) }),
  },
  create: {
    method: 'POST',
    path: '/webhooks',
    access: 'member',
    right: 'manage',
    body: z.object({ url: Url, kinds: Kinds }),
    reply: Secret,
  },
  change: {
    ...one,
    method: 'PATCH',
    path: '/webhooks/:id',
    body: z.object({ url: Url.optional(), kinds: Kinds.optional(), state: z.enum(['active', 'paused']).optional() }),
    reply: Message,
  },
  remove: { ...one, method: 'DELETE', path: '/webhooks/:id', reply: Message },
  /** The old secret signs beside the new one for a day. */
  rotate: { ...one, method: 'POST', path: '/webhooks/:id/secret', reply: Secret },
  /** Sends an event of the kind `webhook.test`. */
  test: { ...one, method: 'POST', path: '/webhooks/:id/test', reply: Message },
  /** The newest first, `deliveryPage` at a time; `before` is the last one that is known. */
  deliveries: {
    ...one,
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    query: z.object({ before: Id.optional() }),
    reply: z.object({ data: z.array(WebhookDelivery) }),
  },
  /** Sends one again, or all since a moment that did not arrive. */
  resend: {
    ...one,
    method: 'POST',
    path: '/webhooks/:id/resend',
    body: z.union([z.object({ delivery: Id }), z.object({ since: When.max(40) })]),
    reply: z.object({ count: z.int() }),
  },
});
