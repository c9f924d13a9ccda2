import { Problem } from '@lectern/contract/problem';
import { z } from 'zod';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { recoverOrphans } from '../../../platform/jobs/recover-orphans.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { accountsToErase, accountToErase, dropAccount } from '../../accounts/deletion.ts';
import { forgetInvitations } from '../../accounts/workspaces/invitation-rows.ts';
import { workspacesAlone } from '../../accounts/workspaces/own-workspaces.ts';
import { forgetInLog } from '../../accounts/workspaces/workspace-log.ts';
import { isWorkspace } from '../../accounts/workspaces/workspace.ts';
import { forgetReports } from '../feedback/reports.ts';
import { forgetMails } from '../../mail/queue-email.ts';
import { forgetSecurity } from '../../accounts/security/security.ts';
import { dropEmptied, emptyWorkspace } from '../people/erase-workspace.ts';
import { erasePersonFromAudit } from './audit.ts';

const keyOf = ({ id }: { id: string }): string => `erase-account/${id}`;

/**
 * Erases a closed account and the workspaces where it is alone; an earlier attempt may have done any step. External
 * data goes first, the account row last.
 */
async function erase(world: World, userId: string): Promise<void> {
  const db = world.database.kysely;
  const account = await accountToErase(db, userId);
  if (!account) return;
  const emptied: { id: string; customers: string[] }[] = [];
  for (const id of await workspacesAlone(db, userId)) emptied.push({ id, customers: await emptyWorkspace(world, id) });
  await world.mailer.forget(account.email);
  await world.database.transaction((tx) => dropRows(world, tx, { id: userId, email: account.email, emptied }));
}

async function dropRows(
  world: World,
  tx: Queryable,
  { id, email, emptied }: { id: string; email: string; emptied: readonly { id: string; customers: string[] }[] },
): Promise<void> {
  for (const each of emptied)
    await dropEmptied(world, tx, { ...each, kind: each.id === id ? 'account.deleted' : 'workspace.deleted' });
  const mails = await forgetMails(tx, email);
  // Where it is the id of a workspace that stays, the jobs are of that.
  await world.jobs.forget([...((await isWorkspace(tx, id)) ? [] : [id]), ...mails], { tx });
  const reports = await forgetReports(tx, { userId: id, email });
  await forgetInLog(tx, { userId: id, email });
  await forgetInvitations(tx, email);
  await dropAccount(tx, id);
  await forgetSecurity(tx, email);
  await erasePersonFromAudit(tx, [id, ...reports]);
}

/** Has an account erased that is closed. */
export async function eraseAccount({ jobs }: Pick<World, 'jobs'>, tx: Queryable, userId: string): Promise<void> {
  await jobs.enqueue(eraseAccountJob.name, { userId }, { tx, key: keyOf({ id: userId }) });
}

/** Tried for about a day, and then begun again: an account that was deleted is not kept because something was away. */
export const eraseAccountJob: JobDefinition<World, { userId: string }> = {
  name: 'erase-account',
  payload: z.object({ userId: z.uuid() }),
  retries: 300,
  run: (world, { userId }) => erase(world, userId),
  async recoverOrphans(world) {
    await recoverOrphans(world, await accountsToErase(world.database.kysely), keyOf, {
      settle: (tx, { id }) => eraseAccount(world, tx, id),
    });
  },
  async onCancel() {
    throw new Problem('bad_request', {
      detail: 'This job erases an account that was deleted: it cannot be cancelled.',
    });
  },
};
