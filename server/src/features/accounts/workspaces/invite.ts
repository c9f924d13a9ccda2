import { Problem } from '@lectern/contract/problem';
import type { Role } from '@lectern/contract/rules/rights';
import { sql } from 'kysely';
import type { Context } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { tryConsumeAttempt } from '../../../platform/limits/rate-limit.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { normaliseEmail } from '../names.ts';
import { invitationMails, invitationsOfWorkspace } from '../rate-limits.ts';
import { lockAs, requireReachOf } from './change-role.ts';
import { invitationEmail } from './emails.ts';
import {
  closeInvitation,
  insertInvitation,
  type Issued,
  openInvitationOf,
  openInvitationsBy,
  renewInvitation,
} from './invitation-rows.ts';
import type { MemberRow } from './members.ts';
import { requirePlace } from './seats.ts';
import { callerInLog, writeLog } from './workspace-log.ts';

/** Mails the link. Throws `too_many_invitations`. */
async function send(
  ctx: Context<'member'>,
  tx: Queryable,
  { email, role, actor, issued }: { email: string; role: Role; actor: MemberRow; issued: Issued },
): Promise<void> {
  const now = ctx.now();
  for (const [limit, subject] of [
    [invitationMails, email],
    [invitationsOfWorkspace, ctx.workspace.id],
  ] as const)
    if (!(await tryConsumeAttempt(tx, limit, subject, now))) throw new Problem('too_many_invitations');
  const { token, ends } = issued;
  await queueEmail(ctx, tx, email, 'invitation', invitationEmail(ctx, { inviter: actor.email, role, token, ends }));
}

const logInvitation = (
  ctx: Context<'member'>,
  tx: Queryable,
  action: 'member.invited' | 'invitation.revoked',
  { id, email, role }: { id: string; email: string; role: Role },
): Promise<void> =>
  writeLog(tx, { ...callerInLog(ctx), action, object: { kind: 'invitation', id }, detail: { email, role } });

const isMember = async (tx: Queryable, workspaceId: string, email: string): Promise<boolean> =>
  (await tx
    .selectFrom('workspace_members')
    .innerJoin('users', 'users.id', 'workspace_members.user_id')
    .select('users.id')
    .where('workspace_members.workspace_id', '=', workspaceId)
    .where(sql`lower(users.email)`, '=', email)
    .executeTakeFirst()) !== undefined;

/**
 * Invites an address. Throws `missing_fields`, `bad_email`, `already_in_workspace`, `invited_already`, `people_full` and
 * `too_many_invitations`.
 */
export async function invite(
  ctx: Context<'active'>,
  { email: typed, role }: { email: string; role: Role },
): Promise<{ msg: string; id: string }> {
  if (!typed.trim()) throw new Problem('missing_fields');
  const email = normaliseEmail(typed);
  if (!email) throw new Problem('bad_email');
  const workspaceId = ctx.workspace.id;
  const now = ctx.now();
  const id = await ctx.database.transaction(async (tx) => {
    const { workspace, actor } = await lockAs(ctx, tx, 'manage');
    requireReachOf(actor, role);
    if (await isMember(tx, workspaceId, email)) throw new Problem('already_in_workspace');
    const earlier = await openInvitationOf(tx, workspaceId, { email });
    if (earlier && earlier.expires_at > now) throw new Problem('invited_already');
    if (earlier) await closeInvitation(tx, earlier.id, 'revoked_at', now);
    await requirePlace(ctx, tx, workspace, role);
    const issued = await insertInvitation(tx, { workspaceId, email, role, invitedBy: actor.id }, now);
    await send(ctx, tx, { email, role, actor, issued });
    await logInvitation(ctx, tx, 'member.invited', { id: issued.id, email, role });
    return issued.id;
  });
  return { msg: `We have sent an invitation to ${email}. It works for 7 days.`, id };
}

/** Throws `not_found`, `people_full` and `too_many_invitations`. */
export async function resendInvitation(ctx: Context<'active'>, { id }: { id: string }): Promise<{ msg: string }> {
  const now = ctx.now();
  const email = await ctx.database.transaction(async (tx) => {
    const { workspace, actor } = await lockAs(ctx, tx, 'manage');
    const open = await openInvitationOf(tx, workspace.id, { id });
    if (!open) throw new Problem('not_found');
    requireReachOf(actor, open.role);
    // One that has expired takes its place anew.
    if (open.expires_at <= now) await requirePlace(ctx, tx, workspace, open.role);
    const issued = await renewInvitation(tx, id, actor.id, now);
    await send(ctx, tx, { email: open.email, role: open.role, actor, issued });
    await logInvitation(ctx, tx, 'member.invited', open);
    return open.email;
  });
  return { msg: `We have sent another invitation to ${email}. The link before it does not work any more.` };
}

/** Throws `not_found`. */
export async function revokeInvitation(ctx: Context<'member'>, { id }: { id: string }): Promise<{ msg: string }> {
  const email = await ctx.database.transaction(async (tx) => {
    const { workspace, actor } = await lockAs(ctx, tx, 'manage');
    const open = await openInvitationOf(tx, workspace.id, { id });
    if (!open) throw new Problem('not_found');
    requireReachOf(actor, open.role);
    await closeInvitation(tx, id, 'revoked_at', ctx.now());
    await logInvitation(ctx, tx, 'invitation.revoked', open);
    return open.email;
  });
  return { msg: `The invitation of ${email} has been revoked.` };
}

/** Revokes what a person who is removed has sent: by another address they could come back. The workspace is locked. */
export async function revokeInvitationsBy(ctx: Context<'member'>, tx: Queryable, userId: string): Promise<void> {
  for (const open of await openInvitationsBy(tx, { workspaceId: ctx.workspace.id, userId })) {
    await closeInvitation(tx, open.id, 'revoked_at', ctx.now());
    await logInvitation(ctx, tx, 'invitation.revoked', open);
  }
}
