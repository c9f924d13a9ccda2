import { day } from '@lectern/contract/rules/durations';
import type { Role } from '@lectern/contract/rules/rights';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { hashToken, newToken } from '../secret-tokens.ts';

/** Milliseconds for which the link of an invitation works, and for which a closed one is known as such. */
const lifetime = 7 * day;
const keptClosed = 30 * day;

const columns = [
  'id',
  'workspace_id',
  'email',
  'role',
  'invited_by',
  'created_at',
  'expires_at',
  'accepted_at',
  'revoked_at',
] as const;

export const invitationByToken = (db: Queryable, token: string) =>
  db.selectFrom('invitations').select(columns).where('token_hash', '=', hashToken(token)).executeTakeFirst();

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof invitationByToken>>>;

/** Selects invitations that are neither accepted nor revoked, expired ones too. */
const selectOpen = (db: Queryable) =>
  db.selectFrom('invitations').where('accepted_at', 'is', null).where('revoked_at', 'is', null);

export const openInvitationOf = (db: Queryable, workspaceId: string, by: { id: string } | { email: string }) =>
  selectOpen(db)
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .$if('id' in by, (query) => query.where('id', '=', (by as { id: string }).id))
    .$if('email' in by, (query) => query.where(sql`lower(email)`, '=', (by as { email: string }).email))
    .executeTakeFirst();

/** Lists those that wait for an address, in the order in which workspaces are locked. */
export const openInvitationsFor = (db: Queryable, email: string, now: Date) =>
  selectOpen(db)
    .select(['id', 'workspace_id'])
    .where(sql`lower(email)`, '=', email)
    .where('expires_at', '>', now)
    .orderBy('workspace_id')
    .execute();

/** Lists those of a workspace, the newest first, with the emails of who invited. */
export const openInvitationsOf = (db: Queryable, workspaceId: string) =>
  selectOpen(db)
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.id', 'invitations.email', 'role', 'invitations.created_at', 'expires_at'])
    .select('users.email as inviter')
    .where('workspace_id', '=', workspaceId)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .execute();

/** Lists those that a person has sent from a workspace. */
export const openInvitationsBy = (db: Queryable, { workspaceId, userId }: { workspaceId: string; userId: string }) =>
  selectOpen(db)
    .select(['id', 'email', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where('invited_by', '=', userId)
    .orderBy('id')
    .execute();

/** The token of an invitation leaves the server this once, by mail. */
export type Issued = { id: string; token: string; ends: Date };

export async function insertInvitation(
  tx: Queryable,
  invitation: { workspaceId: string; email: string; role: Role; invitedBy: string },
  now: Date,
): Promise<Issued> {
  const token = newToken();
  const ends = new Date(now.getTime() + lifetime);
  const { id } = await tx
    .insertInto('invitations')
    .values({
      workspace_id: invitation.workspaceId,
      email: invitation.email,
      role: invitation.role,
      invited_by: invitation.invitedBy,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: ends,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, ends };
}

const change = (
  tx: Queryable,
  id: string,
  set: { token_hash?: Buffer; expires_at?: Date; revoked_at?: Date; accepted_at?: Date; invited_by?: string },
) => tx.updateTable('invitations').set(set).where('id', '=', id).execute();

/** Gives an invitation a new link in the place of the one before. */
export async function renewInvitation(tx: Queryable, id: string, invitedBy: string, now: Date): Promise<Issued> {
  const token = newToken();
  const ends = new Date(now.getTime() + lifetime);
  await change(tx, id, { token_hash: hashToken(token), expires_at: ends, invited_by: invitedBy });
  return { id, token, ends };
}

export const closeInvitation = (tx: Queryable, id: string, how: 'accepted_at' | 'revoked_at', now: Date) =>
  change(tx, id, { [how]: now });

/** Forgets every invitation of an address. */
export async function forgetInvitations(tx: Queryable, email: string): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .execute();
}

export async function sweepInvitations(db: Queryable, now: Date): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where(sql<Date>`coalesce(accepted_at, revoked_at, expires_at)`, '<', new Date(now.getTime() - keptClosed))
    .execute();
}
