import { Problem } from '@lectern/contract/problem';
import { type Right, type Role, rightsOf } from '@lectern/contract/rules/rights';
import { type Context, MissingRight } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { roleChangedEmail } from './emails.ts';
import { findMember, type MemberRow, memberOf, nameOf, requireOtherOwner, setRole } from './members.ts';
import { callerInLog, writeLog } from './workspace-log.ts';
import { lockPeople } from './workspace.ts';
import { requirePlace, takesOtherPlace } from './seats.ts';

/** Switches that decide nothing of what is asked of a role here. */
const leaves = { billingByAdmins: false, viewersAsk: false, viewersDownload: false };

/**
 * Locks the people of a call's workspace, and gives it with the caller as they are by now. Throws `workspace_left`, and
 * `role_too_low` where their role has lost this right meanwhile.
 */
export async function lockAs({ workspace: { id }, member }: Context<'member'>, tx: Queryable, right: Right) {
  const workspace = await lockPeople(tx, id);
  const actor = await findMember(tx, { workspaceId: id, userId: member.id });
  if (!actor) throw new Problem('workspace_left');
  requireRole(actor.role, right);
  return { workspace, actor };
}

/** Throws `role_too_low`. */
function requireRole(role: Role, right: Right): void {
  if (!rightsOf(role, leaves)[right]) throw new Problem('role_too_low', { cause: new MissingRight(right) });
}

/** Owners alone act on owners, and make some. Throws `role_too_low`. */
export function requireReachOf(actor: MemberRow, ...roles: readonly Role[]): void {
  if (roles.includes('owner')) requireRole(actor.role, 'own');
}

/** Throws `not_found`, `role_too_low`, `role_by_company`, `last_owner` and `people_full`. */
export async function changeRole(
  ctx: Context<'member'>,
  { userId, role }: { userId: string; role: Role },
): Promise<{ msg: string }> {
  const workspaceId = ctx.workspace.id;
  const changed = await ctx.database.transaction(async (tx) => {
    const { workspace, actor } = await lockAs(ctx, tx, 'manage');
    const person = await memberOf(tx, { workspaceId, userId });
    if (person.role === role) return person;
    requireReachOf(actor, person.role, role);
    if (person.role_source === 'provider' && ctx.singleSignOn?.workspace?.id === workspaceId)
      throw new Problem('role_by_company');
    if (person.role === 'owner')
      await requireOtherOwner(
        tx,
        { workspaceId, userId },
        'This is the only owner. Make somebody else an owner first.',
      );
    if (takesOtherPlace(person.role, role)) await requirePlace(ctx, tx, workspace, role);
    await setRole(ctx, tx, { workspaceId, userId, role });
    await writeLog(tx, {
      ...callerInLog(ctx),
      action: 'member.role_changed',
      object: { kind: 'person', id: userId },
      detail: { email: person.email, from: person.role, to: role },
    });
    const told = { workspace: await nameOf(tx, workspaceId), by: actor.email, role };
    if (userId !== actor.id)
      await queueEmail(ctx, tx, person.email, 'role-changed', roleChangedEmail(ctx, person, told));
    return person;
  });
  return { msg: `${changed.firstname} ${changed.lastname} is now ${role}.` };
}
