import { z } from 'zod';
import { ApiKey } from '../accounts/api-keys.ts';
import { LogEntry } from '../accounts/workspace-log.ts';
import { Webhook, WebhookDelivery, WebhookKind } from '../operations/webhooks.ts';
import { routes } from '../route.ts';
import { logActionNames } from '../rules/log-actions.ts';
import { Role } from '../rules/rights.ts';
import { boundedText, sentText } from '../text.ts';
import { ById, Id, listOf, pageOf, pageQuery, Removed, When } from './lists.ts';

const Person = z
  .object({
    id: Id,
    firstname: sentText,
    lastname: sentText,
    /** Null for those who do not manage people. */
    email: sentText.nullable(),
    role: Role,
    last_seen: When.nullable(),
  })
  .meta({ id: 'Person' });

export const ApiInvitation = z
  .object({ id: Id, email: sentText, role: Role, created_at: When, expires_at: When, has_expired: z.boolean() })
  .meta({ id: 'Invitation' });
export type ApiInvitation = z.infer<typeof ApiInvitation>;

const ApiLogEntry = LogEntry.meta({ id: 'LogEntry' });
const Key = ApiKey.omit({ is_yours: true }).meta({ id: 'Key' });
const ApiWebhook = Webhook.meta({ id: 'Webhook' });
const Delivery = WebhookDelivery.meta({ id: 'WebhookDelivery' });
/** `secret` is shown once. */
const Secret = z.object({ id: Id, secret: sentText }).meta({ id: 'WebhookSecret' });

const Kinds = z.array(WebhookKind).min(1).max(WebhookKind.options.length);
const Url = boundedText(2_000);
const Moment = When.max(40);

const managing = { access: 'member', right: 'manage', scope: 'manage' } as const;

export const apiWorkspaceRoutes = routes({
  listPeople: {
    ...managing,
    method: 'GET',
    path: '/v1/people',
    api: { summary: 'List the people of the workspace' },
    reply: listOf(Person),
  },
  changePerson: {
    ...managing,
    method: 'PATCH',
    path: '/v1/people/:id',
    api: { summary: 'Give a person another role' },
    params: ById,
    body: z.strictObject({ role: Role }),
    reply: Person,
  },
  removePerson: {
    ...managing,
    method: 'DELETE',
    path: '/v1/people/:id',
    api: { summary: 'Remove a person; what they made stays' },
    params: ById,
    reply: Removed,
  },
  listInvitations: {
    ...managing,
    method: 'GET',
    path: '/v1/invitations',
    api: { summary: 'List the open invitations' },
    reply: listOf(ApiInvitation),
  },
  createInvitation: {
    ...managing,
    access: 'active',
    method: 'POST',
    path: '/v1/invitations',
    api: { summary: 'Invite somebody by email', status: 201 },
    body: z.strictObject({ email: boundedText(1000).min(1), role: Role }),
    reply: ApiInvitation,
  },
  revokeInvitation: {
    ...managing,
    method: 'DELETE',
    path: '/v1/invitations/:id',
    api: { summary: 'Revoke an invitation' },
    params: ById,
    reply: Removed,
  },
  listLog: {
    ...managing,
    method: 'GET',
    path: '/v1/log',
    api: { summary: 'List what was done in the workspace, newest first' },
    query: z.strictObject({
      person_id: Id.optional(),
      action: z.enum(logActionNames).optional(),
      from: Moment.optional(),
      to: Moment.optional(),
      ...pageQuery,
    }),
    reply: pageOf(ApiLogEntry),
  },
  listWebhooks: {
    ...managing,
    method: 'GET',
    path: '/v1/webhooks',
    api: { summary: 'List the webhooks' },
    reply: listOf(ApiWebhook),
  },
  createWebhook: {
    ...managing,
    method: 'POST',
    path: '/v1/webhooks',
    api: { summary: 'Add a webhook', status: 201 },
    body: z.strictObject({ url: Url, kinds: Kinds }),
    reply: Secret,
  },
  changeWebhook: {
    ...managing,
    method: 'PATCH',
    path: '/v1/webhooks/:id',
    api: { summary: 'Change a webhook' },
    params: ById,
    body: z.strictObject({
      url: Url.optional(),
      kinds: Kinds.optional(),
      state: z.enum(['active', 'paused']).optional(),
    }),
    reply: ApiWebhook,
  },
  removeWebhook: {
    ...managing,
    method: 'DELETE',
    path: '/v1/webhooks/:id',
    api: { summary: 'Remove a webhook' },
    params: ById,
    reply: Removed,
  },
  listDeliveries: {
    ...managing,
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries',
    api: { summary: 'List what a webhook was told, newest first' },
    params: ById,
    query: z.strictObject({ cursor: pageQuery.cursor }),
    reply: pageOf(Delivery),
  },
  listKeys: {
    ...managing,
    method: 'GET',
    path: '/v1/keys',
    api: { summary: 'List the API keys of the workspace; people make them, in the web app' },
    reply: listOf(Key),
  },
  revokeKey: {
    ...managing,
    method: 'DELETE',
    path: '/v1/keys/:id',
    api: { summary: 'Revoke an API key' },
    params: ById,
    reply: Removed,
  },
});
