import { Problem } from '@lectern/contract/problem';
import type { Invitation } from '@lectern/contract/accounts/workspaces';
import { deliveryPage } from '@lectern/contract/operations/webhooks';
import { type ApiInvitation, apiWorkspaceRoutes } from '@lectern/contract/v1/workspace';
import type { Context } from '../../platform/http/context.ts';
import { listApiKeys, revokeApiKey } from '../accounts/keys/api-keys.ts';
import { workspaceLog } from '../accounts/workspaces/show-log.ts';
import { people } from '../operations/people/people.ts';
import { webhooks } from '../operations/webhooks/webhooks.ts';
import { apiFeature } from './api-feature.ts';
import { openCursor, sealCursor } from './cursors.ts';

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

export const apiWorkspace = apiFeature(apiWorkspaceRoutes, {
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
