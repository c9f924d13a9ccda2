import type { Context, World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { lockAs, requireReachOf } from '../../accounts/workspaces/change-role.ts';
import { removedEmail } from '../../accounts/workspaces/emails.ts';
import { revokeInvitationsBy } from '../../accounts/workspaces/invite.ts';
import {
  endMembership,
  memberOf,
  type MemberRow,
  nameOf,
  requireOtherOwner,
} from '../../accounts/workspaces/members.ts';
import { callerInLog, writeLog } from '../../accounts/workspaces/workspace-log.ts';
import { nextWorkspace } from '../../accounts/sessions.ts';
import { failImportBy } from '../../exports/import-progress.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { revokeAllBy } from '../../publishing/shares/own-shares.ts';
import { discardUploadsBy } from '../../uploads/discard.ts';

/** Ends what a person still sends to a workspace. Before the workspace is locked: bytes that come lock it last. */
export async function endWorkOf(
  world: World,
  tx: Queryable,
  membership: { workspaceId: string; userId: string },
): Promise<void> {
  await discardUploadsBy(world, tx, membership);
  await failImportBy(world, tx, membership);
}

async function logEnd(ctx: Context<'member'>, tx: Queryable, person: MemberRow): Promise<void> {
  await writeLog(tx, {
    ...callerInLog(ctx),
    action: person.id === ctx.member.id ? 'member.left' : 'member.removed',
    object: { kind: 'person', id: person.id },
    detail: { email: person.email, role: person.role },
  });
}

/** The one who goes may have been the owner whom the payment provider knows. */
const tellProvider = ({ jobs }: World, tx: Queryable, workspaceId: string) =>
  jobs.enqueue('customer-address', { userId: workspaceId }, { tx });

/**
 * Takes a person out of the workspace of a call, with the invitations they sent. What they made stays, and its
 * processing goes on. Throws `not_found`, `role_too_low` and `last_owner`.
 */
export async function removePerson(
  ctx: Context<'member'>,
  { userId, links }: { userId: string; links: 'revoke' | 'keep' },
): Promise<{ msg: string }> {
  const membership = { workspaceId: ctx.workspace.id, userId };
  const removed = await ctx.database.transaction(async (tx) => {
    await endWorkOf(ctx, tx, membership);
    const { actor } = await lockAs(ctx, tx, 'manage');
    const person = await memberOf(tx, membership);
    requireReachOf(actor, person.role);
    if (person.role === 'owner') await requireOtherOwner(tx, membership);
    if (links === 'revoke') await revokeAllBy(ctx, tx, userId);
    await revokeInvitationsBy(ctx, tx, userId);
    await endMembership(ctx, tx, membership);
    await logEnd(ctx, tx, person);
    const told = { workspace: await nameOf(tx, ctx.workspace.id), by: actor.email };
    if (person.id !== actor.id) await queueEmail(ctx, tx, person.email, 'removed', removedEmail(ctx, person, told));
    if (person.role === 'owner') await tellProvider(ctx, tx, ctx.workspace.id);
    return person;
  });
  return { msg: `${removed.firstname} ${removed.lastname} is no longer in the workspace.` };
}

/** Takes the caller out of the workspace of the call. Throws `last_owner`. */
export async function leave(ctx: Context<'member'>): Promise<{ msg: string; workspace: string }> {
  const membership = { workspaceId: ctx.workspace.id, userId: ctx.member.id };
  const name = await nameOf(ctx.database.kysely, ctx.workspace.id);
  const workspace = await ctx.database.transaction(async (tx) => {
    await endWorkOf(ctx, tx, membership);
    const { actor } = await lockAs(ctx, tx, 'watch');
    if (actor.role === 'owner') await requireOtherOwner(tx, membership);
    await endMembership(ctx, tx, membership);
    await logEnd(ctx, tx, actor);
    if (actor.role === 'owner') await tellProvider(ctx, tx, ctx.workspace.id);
    return (await nextWorkspace(ctx, tx, actor.id)).id;
  });
  return { msg: `You have left ${name}.`, workspace };
}
