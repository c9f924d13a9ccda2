import { type ApiKey, apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { Problem } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import { rightToGive, type Scope, scopesFor } from '@lectern/contract/rules/scopes';
import { type Context, requireRight } from '../../../platform/http/context.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { feature } from '../../../platform/http/serve.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { hashToken } from '../secret-tokens.ts';
import { recordSecurity, recordWithoutDevice } from '../security/record.ts';
import { lockAs } from '../workspaces/change-role.ts';
import { nameOf } from '../workspaces/members.ts';
import { callerInLog, writeLog } from '../workspaces/workspace-log.ts';
import { keyCreatedEmail, keyRevokedEmail } from './emails.ts';
import { createKeyText } from './key-text.ts';
import { countKeys, deleteKey, insertKey, listKeys, lockKey } from './store.ts';

/** Keys of one person in one workspace. */
const mostKeys = 50;

/** The caller's keys and, for managers, those of everybody. */
export async function listApiKeys({
  database,
  workspace: { id, rights },
  member,
  now: clock,
}: Context<'member'>): Promise<{ data: ApiKey[] }> {
  const now = clock();
  const rows = await listKeys(database.kysely, id, rights.manage ? undefined : member.id);
  return {
    data: rows.map(
      ({ user_id, firstname, lastname, email: _, created_at, expires_at, last_used_at, ...row }): ApiKey => ({
        ...row,
        created_by: { id: user_id, firstname, lastname },
        is_yours: user_id === member.id,
        created_at: created_at.toISOString(),
        expires_at: expires_at?.toISOString() ?? null,
        has_expired: expires_at !== null && expires_at <= now,
        last_used_at: last_used_at?.toISOString() ?? null,
      }),
    ),
  };
}

type WantedKey = { name: string; kind: ApiKey['kind']; scopes: Scope[]; days: number | null };

/** Gives a key that can do no more than its person. Throws `role_too_low` and `keys_too_many`. */
export async function createApiKey(
  ctx: Context<'member'>,
  { name, kind, scopes: wanted, days }: WantedKey,
): Promise<{ id: string; key: string }> {
  const scopes = scopesFor(ctx.workspace.rights).filter((scope) => wanted.includes(scope));
  for (const scope of wanted) requireRight(ctx, rightToGive(scope));
  if (kind === 'workspace') requireRight(ctx, 'manage');
  else if (scopes.includes('manage'))
    throw new Problem('bad_request', { detail: 'Only a key of the workspace can have the scope manage.' });
  const { prefix, key } = createKeyText();
  const { member, workspace } = ctx;
  const now = ctx.now();
  const expires_at = days === null ? null : new Date(now.getTime() + days * day);
  const id = await ctx.database.transaction(async (tx) => {
    await lockAs(ctx, tx, kind === 'workspace' ? 'manage' : 'watch');
    if ((await countKeys(tx, workspace.id, member.id)) >= mostKeys) throw new Problem('keys_too_many');
    const row = { workspace_id: workspace.id, user_id: member.id, kind, name, prefix, scopes, created_at: now };
    const added = await insertKey(tx, { ...row, key_hash: hashToken(key), expires_at });
    const expires = expires_at?.toISOString() ?? 'never';
    await writeLog(tx, {
      ...callerInLog(ctx),
      action: 'key.created',
      object: { kind: 'key', id: added },
      detail: { name, prefix, kind, scopes: scopes.join(', '), expires },
    });
    const payload = { name, prefix, kind };
    await recordEvent(ctx, tx, { kind: 'key.created', workspaceId: workspace.id, subjectId: added, payload });
    const owner = { userId: member.id };
    await recordSecurity(tx, ctx, { kind: 'api_key_created', owner, account: member.email, detail: name });
    const told = { name, prefix, scopes, workspace: await nameOf(tx, workspace.id) };
    await queueEmail(ctx, tx, member.email, 'api-key-created', keyCreatedEmail(ctx, member, told));
    return added;
  });
  return { id, key };
}

/** Ends a key of the caller or, for managers, anybody's. Throws `not_found`. */
export async function revokeApiKey(ctx: Context<'member'>, { id }: { id: string }): Promise<{ msg: string }> {
  const { member, workspace } = ctx;
  const name = await ctx.database.transaction(async (tx) => {
    const row = await lockKey(tx, workspace.id, id);
    if (!row || !(workspace.rights.manage || row.user_id === member.id)) throw new Problem('not_found');
    const { name, prefix, kind, user_id: userId, email, firstname } = row;
    await deleteKey(tx, id);
    await writeLog(tx, {
      ...callerInLog(ctx),
      action: 'key.revoked',
      object: { kind: 'key', id },
      detail: { name, prefix },
    });
    const payload = { name, prefix, kind };
    await recordEvent(ctx, tx, { kind: 'key.revoked', workspaceId: workspace.id, subjectId: id, payload });
    const event = { kind: 'api_key_revoked', owner: { userId }, account: email, detail: name } as const;
    if (userId === member.id) await recordSecurity(tx, ctx, event);
    else {
      await recordWithoutDevice(tx, ctx, event);
      const told = { name, prefix, workspace: await nameOf(tx, workspace.id), by: member.email };
      await queueEmail(ctx, tx, email, 'api-key-revoked', keyRevokedEmail(ctx, { firstname }, told));
    }
    return name;
  });
  return { msg: `The key “${name}” does not work any more.` };
}

export const apiKeys = feature(apiKeyRoutes, { list: listApiKeys, create: createApiKey, revoke: revokeApiKey });
