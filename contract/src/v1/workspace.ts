import { z } from 'zod';
import { ApiKey } from '../accounts/api-keys.ts';
import { LogEntry } from '../accounts/workspace-log.ts';
import { WorkspaceName } from '../accounts/workspaces.ts';
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

export const ApiWorkspace = z
  .object({
    id: Id,
    name: sentText,
    viewers_ask: z.boolean(),
    viewers_download: z.boolean(),
    /** Owners, admins and editors; open invitations among those taken. */
    seats: z.object({ taken: z.number(), of: z.number() }),
    viewers: z.object({ taken: z.number(), of: z.number() }),
    /** Changes with its settings; the `ETag` of the workspace. */
    version: sentText,
  })
  .meta({ id: 'Workspace' });
export type ApiWorkspace = z.infer<typeof ApiWorkspace>;

const Kinds = z.array(WebhookKind).min(1).max(WebhookKind.options.length);
const Url = boundedText(2_000);
const Moment = When.max(40);

const managing = { access: 'member', right: 'manage', scope: 'manage' } as const;

export const apiWorkspaceRoutes = routes({
  getWorkspace: {
    method: 'GET',
    path: '/v1/workspace',
    access: 'member',
    right: 'watch',
    scope: 'read',
    api: { summary: 'Get the workspace' },
    reply: ApiWorkspace,
  },
  changeWorkspace: {
    ...managing,
    method: 'PATCH',
    path: '/v1/workspace',
    api: { summary: 'Change the name of the workspace, or what viewers may do', edits: true },
    body: z.strictObject({
      name: WorkspaceName.optional(),
      viewers_ask: z.boolean().optional(),
      viewers_download: z.boolean().optional(),
    }),
    reply: ApiWorkspace,
  },
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
  resendInvitation: {
    ...managing,
    access: 'active',
    method: 'POST',
    path: '/v1/invitations/:id/resend',
    api: { summary: 'Send an invitation again, with a new link; the old one ends' },
    params: ById,
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
  rotateWebhookSecret: {
    ...managing,
    method: 'POST',
    path: '/v1/webhooks/:id/secret',
    api: { summary: 'Make a new secret for a webhook; the old one signs beside it for a day', status: 201 },
    params: ById,
    reply: Secret,
  },
  testWebhook: {
    ...managing,
    method: 'POST',
    path: '/v1/webhooks/:id/test',
    api: { summary: 'Send a webhook an event of the kind webhook.test', status: 202 },
    params: ById,
    reply: z.object({ id: Id, message: sentText }).meta({ id: 'WebhookTest' }),
  },
  resendDeliveries: {
    ...managing,
    method: 'POST',
    path: '/v1/webhooks/:id/resend',
    api: { summary: 'Send a webhook one event again, or all since a moment that did not arrive', status: 202 },
    params: ById,
    /** One of the two. */
    body: z.strictObject({ delivery_id: Id.optional(), since: Moment.optional() }),
    reply: z.object({ count: z.int() }).meta({ id: 'Resent' }),
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
