import { Problem } from '@lectern/contract/problem';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { dropLogOf } from '../../accounts/workspaces/workspace-log.ts';
import { dropWorkspace, lockWorkspace } from '../../accounts/workspaces/workspace.ts';
import { customersOf } from '../../billing/customer.ts';
import { endNeedless } from '../../billing/end-subscription.job.ts';
import { discardImport } from '../../exports/import-progress.ts';
import { removeVideo } from '../../library/videos.ts';
import { finishRemoval } from '../../storage/pending-deletions.ts';
import { discardUploadsOf, hasUploadsUnderWay } from '../../uploads/discard.ts';
import { videosOfWorkspace } from '../../videos/plan-limit.ts';

/** Selects every recording that began to arrive, including deleted and refused ones. */
const broughtTo = (db: Queryable, workspaceId: string): Promise<{ id: string }[]> =>
  db
    .selectFrom('videos')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .union(db.selectFrom('uploads').select('id').where('workspace_id', '=', workspaceId))
    .execute();

/**
 * Removes what lies outside the database of a workspace that goes, and gives its names at the payment provider. An
 * earlier attempt may have done any step.
 */
export async function emptyWorkspace(world: World, id: string): Promise<string[]> {
  const db = world.database.kysely;
  const customers = await customersOf(db, id);
  for (const customerId of customers) {
    // Refunds duplicate payments, although its people are gone and cannot ask.
    await endNeedless(world, customerId, { lastAttempt: false });
    await world.payments.forgetCustomer(customerId);
  }
  await discardUploadsOf(world, id);
  for (const video of await videosOfWorkspace(db, id)) await removeVideo(world, video);
  // Their own jobs are forgotten with everything else of the workspace.
  for (const { id: recording } of await broughtTo(db, id)) await finishRemoval(world, recording);
  return customers;
}

/** Drops the rows of a workspace that was emptied. Throws `busy` for one to which something has come since. */
export async function dropEmptied(
  world: World,
  tx: Queryable,
  { id, customers, kind }: { id: string; customers: readonly string[]; kind: 'account.deleted' | 'workspace.deleted' },
): Promise<void> {
  await lockWorkspace(tx, id);
  // A request begun before it was closed may still add data; its files would stay behind.
  const isEmpty = (await videosOfWorkspace(tx, id)).length === 0 && !(await hasUploadsUnderWay(tx, id));
  const hasOthers = (await customersOf(tx, id)).some((customerId) => !customers.includes(customerId));
  if (!isEmpty || hasOthers) throw new Problem('busy');
  const recordings = (await broughtTo(tx, id)).map((row) => row.id);
  await world.jobs.forget([id, ...recordings, ...customers], { tx });
  await discardImport(world, tx, id);
  await dropLogOf(tx, id);
  await recordEvent(world, tx, { kind, workspaceId: id, subjectId: id, payload: {} });
  await dropWorkspace(tx, id);
}
