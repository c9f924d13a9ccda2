import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { roleChangedEmail } from '../../accounts/workspaces/emails.ts';
import {
  endMembership,
  memberOf,
  membershipsOf,
  membersWhoMay,
  nameOf,
  setRole,
} from '../../accounts/workspaces/members.ts';
import { writeLog } from '../../accounts/workspaces/workspace-log.ts';
import { changeWorkspace, lockWorkspace } from '../../accounts/workspaces/workspace.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { endWorkOf } from './end-membership.ts';

/**
 * Takes a person of a closed account out of workspaces with others, and closes those without. Throws `hand_over_first`
 * where none of `newOwners` can own one.
 */
export async function leaveEverything(
  ctx: Context<'admin'>,
  tx: Queryable,
  { userId, newOwners }: { userId: string; newOwners: readonly string[] },
): Promise<void> {
  const now = ctx.now();
  const memberships = await membershipsOf(tx, userId);
  for (const { workspace_id: workspaceId } of memberships) await endWorkOf(ctx, tx, { workspaceId, userId });
  for (const { workspace_id: workspaceId } of memberships) {
    await lockWorkspace(tx, workspaceId);
    const person = await memberOf(tx, { workspaceId, userId });
    const everybody = ['owner', 'admin', 'editor', 'viewer'] as const;
    if ((await membersWhoMay(tx, workspaceId, everybody, 'also inactive')).length === 1) {
      await changeWorkspace(tx, workspaceId, { deletion_requested_at: now });
      continue;
    }
    if (person.role === 'owner' && (await membersWhoMay(tx, workspaceId, ['owner'])).length === 0) {
      // The account is closed by now, so these are others.
      const others = await membersWhoMay(tx, workspaceId, everybody);
      const next = others.find(({ id }) => newOwners.includes(id));
      const name = await nameOf(tx, workspaceId);
      if (!next) {
        const names = others.slice(0, 5).map(({ firstname, lastname, email }) => `${firstname} ${lastname} (${email})`);
        throw new Problem('hand_over_first', {
          detail: `This person is the only owner of ${name}, where others are: ${names.join(', ')}. Choose its new owner first.`,
        });
      }
      await setRole(ctx, tx, { workspaceId, userId: next.id, role: 'owner' });
      const told = { workspace: name, by: 'An administrator of the service', role: 'owner' } as const;
      await queueEmail(ctx, tx, next.email, 'role-changed', roleChangedEmail(ctx, next, told));
    }
    await endMembership(ctx, tx, { workspaceId, userId });
    await writeLog(tx, {
      workspaceId,
      via: 'administrator',
      now,
      action: 'member.removed',
      object: { kind: 'person', id: userId },
      detail: { email: person.email, role: person.role },
    });
    await ctx.jobs.enqueue('customer-address', { userId: workspaceId }, { tx });
  }
}
