import { Problem } from '@lectern/contract/problem';
import { z } from 'zod';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { recoverOrphans } from '../../../platform/jobs/recover-orphans.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { accountsToErase, accountToErase, dropAccount } from '../../accounts/deletion.ts';
import { customersOf } from '../../billing/customer.ts';
import { endNeedless } from '../../billing/end-subscription.job.ts';
import { discardImport } from '../../exports/import-progress.ts';
import { forgetReports } from '../feedback/reports.ts';
import { removeVideo } from '../../library/videos.ts';
import { forgetMails } from '../../mail/queue-email.ts';
import { forgetSecurity } from '../../accounts/security/security.ts';
import { finishRemoval } from '../../storage/pending-deletions.ts';
import { discardUploadsOf, hasUploadsUnderWay } from '../../uploads/discard.ts';
import { videosOfWorkspace } from '../../videos/plan-limit.ts';
import { dropLogOf, forgetInLog } from '../../accounts/workspaces/workspace-log.ts';
import { lockWorkspace } from '../../accounts/workspaces/workspace.ts';
import { erasePersonFromAudit } from './audit.ts';

const keyOf = ({ id }: { id: string }): string => `erase-account/${id}`;

/**
 * Erases a closed account; an earlier attempt may have done any step. External data goes first; the account row goes
 * last, with all database data.
 */
async function erase(world: World, userId: string): Promise<void> {
  const db = world.database.kysely;
  const account = await accountToErase(db, userId);
  if (!account) return;
  const customers = await customersOf(db, userId);
  for (const customerId of customers) {
    // Refunds duplicate payments, although the member is gone and cannot ask.
    await endNeedless(world, customerId, { lastAttempt: false });
    await world.payments.forgetCustomer(customerId);
  }
  await world.mailer.forget(account.email);
  await discardUploadsOf(world, userId);
  for (const video of await videosOfWorkspace(db, userId)) await removeVideo(world, video);
  // Their own jobs are forgotten with everything else of the account.
  for (const { id } of await broughtBy(db, userId)) await finishRemoval(world, id);
  await world.database.transaction((tx) => dropRows(world, tx, { id: userId, email: account.email, customers }));
}

/** Selects every recording that began to arrive, including deleted and refused ones. */
const broughtBy = (db: Queryable, userId: string): Promise<{ id: string }[]> =>
  db
    .selectFrom('videos')
    .select('id')
    .where('workspace_id', '=', userId)
    .union(db.selectFrom('uploads').select('id').where('workspace_id', '=', userId))
    .execute();

async function dropRows(
  world: World,
  tx: Queryable,
  { id, email, customers }: { id: string; email: string; customers: readonly string[] },
): Promise<void> {
  await lockWorkspace(tx, id);
  // A request begun before the account closed may still add data; its files would stay behind.
  const isEmpty = (await videosOfWorkspace(tx, id)).length === 0 && !(await hasUploadsUnderWay(tx, id));
  const hasOthers = (await customersOf(tx, id)).some((customerId) => !customers.includes(customerId));
  if (!isEmpty || hasOthers) throw new Problem('busy');
  const mails = await forgetMails(tx, email);
  const ids = [...mails, ...(await broughtBy(tx, id)).map((row) => row.id)];
  await world.jobs.forget([id, ...ids, ...customers], { tx });
  const reports = await forgetReports(tx, { userId: id, email });
  await discardImport(world, tx, id);
  await dropLogOf(tx, id);
  await forgetInLog(tx, { userId: id, email });
  await recordEvent(world, tx, { kind: 'account.deleted', workspaceId: id, subjectId: id, payload: {} });
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
