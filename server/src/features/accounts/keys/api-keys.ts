import type { LogDetail } from '@lectern/contract/rules/log-actions';
import { type ApiKey, apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { appDays } from '@lectern/contract/accounts/oauth';
import { Problem } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import { rightToGive, type Scope, scopesFor } from '@lectern/contract/rules/scopes';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Context, requireRight } from '../../../platform/http/context.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { feature } from '../../../platform/http/serve.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { hashToken } from '../secret-tokens.ts';
import { recordSecurity, recordWithoutDevice } from '../security/record.ts';
import { lockAs } from '../workspaces/change-role.ts';
import { nameOf } from '../workspaces/members.ts';
import { callerInLog, type LogActor, writeLog } from '../workspaces/workspace-log.ts';
import { keyCreatedEmail, keyRevokedEmail, type NamedKey } from './emails.ts';
import { createKeyText } from './key-text.ts';
import { countKeys, deleteKey, insertKey, listKeys, lockKey, type LockedKey } from './key-rows.ts';

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
        ...(row.kind === 'app' ? endOfApp(created_at) : endOf(expires_at, now)),
        last_used_at: last_used_at?.toISOString() ?? null,
      }),
    ),
  };
}

const endOf = (end: Date | null, now: Date) => ({
  expires_at: end?.toISOString() ?? null,
  has_expired: end !== null && end <= now,
});

/** Until then an app renews its key again and again. */
const endOfApp = (allowed: Date) => ({
  expires_at: new Date(allowed.getTime() + appDays.inAll * day).toISOString(),
  has_expired: false,
});

type WantedKey = { name: string; kind: 'person' | 'workspace'; scopes: Scope[]; days: number | null };

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
  const expires_at = days === null ? null : new Date(ctx.now().getTime() + days * day);
  const wish = { kind, name, client_id: null, scopes, expires_at };
  return ctx.database.transaction((tx) => addKey(ctx, tx, wish));
}

type NewKey = Omit<NamedKey, 'prefix'> & { kind: ApiKey['kind']; scopes: Scope[]; expires_at: Date | null };

/** Keeps a key of the caller, and tells it. Throws `role_too_low` and `keys_too_many`. */
export async function addKey(
  ctx: Context<'member'>,
  tx: Queryable,
  wish: NewKey,
): Promise<{ id: string; key: string }> {
  const { member, workspace } = ctx;
  const { kind, name, scopes, expires_at } = wish;
  await lockAs(ctx, tx, kind === 'workspace' ? 'manage' : 'watch');
  if ((await countKeys(tx, workspace.id, member.id)) >= mostKeys) throw new Problem('keys_too_many');
  const { prefix, key } = createKeyText();
  const added = { ...wish, prefix, workspace_id: workspace.id, user_id: member.id, created_at: ctx.now() };
  const id = await insertKey(tx, { ...added, key_hash: hashToken(key) });
  const { created, createdEvent } = actsOn(kind);
  const ends: LogDetail = kind === 'app' ? {} : { expires: expires_at?.toISOString() ?? 'never' };
  await writeLog(tx, {
    ...callerInLog(ctx),
    action: created,
    object: { kind: 'key', id },
    detail: { ...describeKey(added), kind, scopes: scopes.join(', '), ...ends },
  });
  const payload = { name, prefix, kind };
  await recordEvent(ctx, tx, { kind: 'key.created', workspaceId: workspace.id, subjectId: id, payload });
  const owner = { userId: member.id };
  await recordSecurity(tx, ctx, { kind: createdEvent, owner, account: member.email, detail: name });
  const told = { ...added, workspace: await nameOf(tx, workspace.id) };
  await queueEmail(ctx, tx, member.email, 'api-key-created', keyCreatedEmail(ctx, member, told));
  return { id, key };
}

/** How logs call what is done to a key. */
const actsOn = (kind: ApiKey['kind']) =>
  kind === 'app'
    ? ({
        created: 'app.connected',
        revoked: 'app.disconnected',
        createdEvent: 'app_connected',
        revokedEvent: 'app_disconnected',
      } as const)
    : ({
        created: 'key.created',
        revoked: 'key.revoked',
        createdEvent: 'api_key_created',
        revokedEvent: 'api_key_revoked',
      } as const);

const describeKey = ({ name, prefix, client_id: client }: NamedKey): LogDetail =>
  client === null ? { name, prefix } : { name, host: new URL(client).host };

/** Ends a locked key, and tells it; `by`: who has done it in the place of its person. */
export async function endKey(
  ctx: Context<'anyone'>,
  tx: Queryable,
  key: LockedKey,
  { actor, by }: { actor: LogActor; by?: string | undefined },
): Promise<void> {
  const { id, kind, name, user_id: userId, email } = key;
  const { revoked, revokedEvent } = actsOn(kind);
  await deleteKey(tx, id);
  await writeLog(tx, { ...actor, action: revoked, object: { kind: 'key', id }, detail: describeKey(key) });
  const payload = { name, prefix: key.prefix, kind };
  await recordEvent(ctx, tx, { kind: 'key.revoked', workspaceId: key.workspace_id, subjectId: id, payload });
  const event = { kind: revokedEvent, owner: { userId }, account: email, detail: name };
  if (by === undefined) return recordSecurity(tx, ctx, event);
  await recordWithoutDevice(tx, ctx, event);
  const told = { ...key, workspace: await nameOf(tx, key.workspace_id), by };
  await queueEmail(ctx, tx, email, 'api-key-revoked', keyRevokedEmail(ctx, key, told));
}

/** Ends a key of the caller or, for managers, anybody's. Throws `not_found`. */
export async function revokeApiKey(ctx: Context<'member'>, { id }: { id: string }): Promise<{ msg: string }> {
  const { member, workspace } = ctx;
  return ctx.database.transaction(async (tx) => {
    const key = await lockKey(tx, id);
    const isOwn = key?.user_id === member.id;
    if (key?.workspace_id !== workspace.id || !(workspace.rights.manage || isOwn)) throw new Problem('not_found');
    await endKey(ctx, tx, key, { actor: callerInLog(ctx), by: isOwn ? undefined : member.email });
    const { kind, name } = key;
    return { msg: kind === 'app' ? `“${name}” is disconnected.` : `The key “${name}” does not work any more.` };
  });
}

export const apiKeys = feature(apiKeyRoutes, { list: listApiKeys, create: createApiKey, revoke: revokeApiKey });
