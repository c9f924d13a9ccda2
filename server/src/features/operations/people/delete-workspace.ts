import { Problem } from '@lectern/contract/problem';
import { z } from 'zod';
import type { Context, World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { recoverOrphans } from '../../../platform/jobs/recover-orphans.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { lockAs } from '../../accounts/workspaces/change-role.ts';
import { workspaceDeletedEmail } from '../../accounts/workspaces/emails.ts';
import { endMembership, membersWhoMay, nameOf, restorePersonal } from '../../accounts/workspaces/members.ts';
import { changeWorkspace, lockWorkspace, workspacesToErase } from '../../accounts/workspaces/workspace.ts';
import { nextWorkspace } from '../../accounts/sessions.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { dropEmptied, emptyWorkspace } from './erase-workspace.ts';

const keyOf = ({ id }: { id: string }): string => `erase-workspace/${id}`;

const enqueue = ({ jobs }: Pick<World, 'jobs'>, tx: Queryable, workspaceId: string) =>
  jobs.enqueue(eraseWorkspaceJob.name, { workspaceId }, { tx, key: keyOf({ id: workspaceId }) });

/** A name as it is compared: keyboards have a straight apostrophe alone. */
const asTyped = (name: string): string => name.trim().replaceAll('’', "'");

/**
 * Closes the workspace of a call for everybody at once; a job erases it. Each of its people is told, and has another
 * one. Throws `workspace_name_wrong`.
 */
export async function deleteWorkspace(
  ctx: Context<'member'>,
  typed: string,
): Promise<{ msg: string; workspace: string }> {
  const { id } = ctx.workspace;
  const now = ctx.now();
  const workspace = await ctx.database.transaction(async (tx) => {
    const { actor } = await lockAs(ctx, tx, 'own');
    const name = await nameOf(tx, id);
    if (asTyped(typed) !== asTyped(name)) throw new Problem('workspace_name_wrong');
    const told = { workspace: name, by: actor.email };
    const people = await membersWhoMay(tx, id, ['owner', 'admin', 'editor', 'viewer'], 'also inactive');
    await changeWorkspace(tx, id, { deletion_requested_at: now });
    for (const person of people) {
      await endMembership(ctx, tx, { workspaceId: id, userId: person.id });
      await queueEmail(ctx, tx, person.email, 'workspace-deleted', workspaceDeletedEmail(ctx, person, told));
    }
    await enqueue(ctx, tx, id);
    return (await nextWorkspace(ctx, tx, actor.id)).id;
  });
  return { msg: 'The workspace has been deleted.', workspace };
}

/** Tried for about a day, and then begun again, as for an account. */
export const eraseWorkspaceJob: JobDefinition<World, { workspaceId: string }> = {
  name: 'erase-workspace',
  payload: z.object({ workspaceId: z.uuid() }),
  retries: 300,
  async run(world, { workspaceId: id }) {
    if (!(await workspacesToErase(world.database.kysely)).some((each) => each.id === id)) return;
    const customers = await emptyWorkspace(world, id);
    await world.database.transaction(async (tx) => {
      const { membership_start: start, membership_end: end } = await lockWorkspace(tx, id);
      await dropEmptied(world, tx, { id, customers, kind: 'workspace.deleted' });
      await restorePersonal(tx, id, start !== null || end !== null, world.now());
    });
  },
  async recoverOrphans(world) {
    await recoverOrphans(world, await workspacesToErase(world.database.kysely), keyOf, {
      settle: (tx, { id }) => enqueue(world, tx, id),
    });
  },
  async onCancel() {
    throw new Problem('bad_request', {
      detail: 'This job erases a workspace that was deleted: it cannot be cancelled.',
    });
  },
};
