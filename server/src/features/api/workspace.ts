import { Problem } from '@lectern/contract/problem';
import { keyOwnerRoutes } from '@lectern/contract/accounts/api-keys';
import type { Invitation } from '@lectern/contract/accounts/workspaces';
import { deliveryPage } from '@lectern/contract/operations/webhooks';
import { scopesFor } from '@lectern/contract/rules/scopes';
import { type ApiInvitation, type ApiWorkspace, apiWorkspaceRoutes } from '@lectern/contract/v1/workspace';
import type { Context } from '../../platform/http/context.ts';
import { listApiKeys, revokeApiKey } from '../accounts/keys/api-keys.ts';
import { nameOf } from '../accounts/workspaces/members.ts';
import { workspaceLog } from '../accounts/workspaces/show-log.ts';
import { people } from '../operations/people/people.ts';
import { webhooks } from '../operations/webhooks/webhooks.ts';
import { apiFeature, requireMatch } from './api-feature.ts';
import { openCursor, sealCursor } from './cursors.ts';
import { versionOf } from './recordings.ts';

const asInvitation = ({ expired, invited_by: _, ...invitation }: Invitation): ApiInvitation => ({
  ...invitation,
  has_expired: expired,
});

async function invitationsOf(ctx: Context<'member'>): Promise<ApiInvitation[]> {
  const { data } = await people.verbs.people(ctx);
  return (data.invitations ?? []).map(asInvitation);
}

/** Throws `not_found`. */
function oneOf<T extends { id: string }>(entries: readonly T[], id: string): T {
  const found = entries.find((entry) => entry.id === id);
  if (!found) throw new Problem('not_found');
  return found;
}

async function workspaceOf(ctx: Context<'member'>): Promise<ApiWorkspace> {
  const { data } = await people.verbs.state(ctx);
  const { id, shown_name: name, viewers_ask, viewers_download, seats, viewers } = data;
  const version = versionOf(name, String(viewers_ask), String(viewers_download));
  return { id, name, viewers_ask, viewers_download, seats, viewers, version };
}

export const apiOwner = apiFeature(keyOwnerRoutes, {
  async me({ database, workspace, member: { id, firstname, lastname, email }, principal }) {
    if (principal.hasLeft) throw new Problem('workspace_left');
    const { credential } = principal;
    const isKey = credential.kind === 'key';
    return {
      workspace: { id: workspace.id, name: await nameOf(database.kysely, workspace.id) },
      person: { id, firstname, lastname, email },
      role: workspace.role,
      scopes: isKey ? [...credential.scopes] : scopesFor(workspace.rights),
      expires_at: (isKey && credential.expiresAt?.toISOString()) || null,
    };
  },
});

export const apiWorkspace = apiFeature(apiWorkspaceRoutes, {
  getWorkspace: workspaceOf,

  async changeWorkspace(ctx, changes, wire) {
    requireMatch(wire, await workspaceOf(ctx));
    await people.verbs.change(ctx, changes);
    return workspaceOf(ctx);
  },

  async listPeople(ctx) {
    const { data } = await people.verbs.people(ctx);
    return { data: data.people };
  },

  async changePerson(ctx, { id, role }) {
    await people.verbs.changeRole(ctx, { userId: id, role });
    return oneOf((await people.verbs.people(ctx)).data.people, id);
  },

  async removePerson(ctx, { id }) {
    await people.verbs.remove(ctx, { userId: id, links: 'keep' });
    return { id, removed: true as const };
  },

  listInvitations: async (ctx) => ({ data: await invitationsOf(ctx) }),

  async createInvitation(ctx, wish) {
    const { id } = await people.verbs.invite(ctx, wish);
    return oneOf(await invitationsOf(ctx), id);
  },

  async resendInvitation(ctx, { id }) {
    await people.verbs.sendAgain(ctx, { id });
    return oneOf(await invitationsOf(ctx), id);
  },

  async revokeInvitation(ctx, { id }) {
    await people.verbs.revokeInvitation(ctx, { id });
    return { id, removed: true as const };
  },

  async listLog(ctx, { person_id: person, action, from, to, cursor, limit }) {
    const filter = { person, action, from, to };
    const place = openCursor(ctx, 'log', filter, cursor);
    const before = place === undefined ? undefined : Number(place);
    const { data, next } = await workspaceLog.verbs.log(ctx, { ...filter, before });
    const page = data.slice(0, limit);
    const isLast = next === null && page.length === data.length;
    return {
      data: page,
      next_cursor: isLast ? null : sealCursor(ctx, 'log', filter, String(page.at(-1)!.id)),
    };
  },

  listWebhooks: (ctx) => webhooks.verbs.list(ctx),
  createWebhook: (ctx, wish) => webhooks.verbs.create(ctx, wish),

  async changeWebhook(ctx, { id, ...changes }) {
    await webhooks.verbs.change(ctx, { id, ...changes });
    return oneOf((await webhooks.verbs.list(ctx)).data, id);
  },

  async removeWebhook(ctx, { id }) {
    await webhooks.verbs.remove(ctx, { id });
    return { id, removed: true as const };
  },

  rotateWebhookSecret: (ctx, { id }) => webhooks.verbs.rotate(ctx, { id }),

  async testWebhook(ctx, { id }) {
    const { msg } = await webhooks.verbs.test(ctx, { id });
    return { id, message: msg };
  },

  async resendDeliveries(ctx, { id, delivery_id: delivery, since }) {
    if (delivery !== undefined && since === undefined) return webhooks.verbs.resend(ctx, { id, delivery });
    if (delivery === undefined && since !== undefined) return webhooks.verbs.resend(ctx, { id, since });
    throw new Problem('bad_request', { detail: 'Please send either delivery_id or since.' });
  },

  async listDeliveries(ctx, { id, cursor }) {
    const before = openCursor(ctx, 'deliveries', { id }, cursor);
    const { data } = await webhooks.verbs.deliveries(ctx, { id, before });
    const isLast = data.length < deliveryPage;
    return { data, next_cursor: isLast ? null : sealCursor(ctx, 'deliveries', { id }, data.at(-1)!.id) };
  },

  listKeys: (ctx) => listApiKeys(ctx),

  async revokeKey(ctx, { id }) {
    await revokeApiKey(ctx, { id });
    return { id, removed: true as const };
  },
});
