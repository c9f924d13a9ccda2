import { plans } from '@lectern/contract/rules/plans';
import { Problem } from '@lectern/contract/problem';
import type { Queryable } from '../../platform/database/database.ts';
import { randomKey } from '../../platform/files/random-key.ts';
import type { Context } from '../../platform/http/context.ts';
import { lockWorkspace } from '../accounts/workspaces/workspace.ts';
import { hasRoomForRecording } from '../billing/minutes/usage-of-members.ts';
import { activeVideos, recordLimit } from '../videos/plan-limit.ts';
import { createUpload, type UploadRow, unfinishedOf } from './store.ts';

const tooManyUnfinished = (most: number): Problem =>
  new Problem('uploads_unfinished', {
    detail: `You have ${most} unfinished uploads, the most your plan allows. Finish or discard one, then try again.`,
  });

/** Begins an upload where the plan has room for another; what is to begin with it comes in the same transaction. */
export async function beginUpload(
  ctx: Context<'active'>,
  names: Pick<UploadRow, 'title' | 'file_name'>,
  withIt: (tx: Queryable, upload: UploadRow) => Promise<void>,
): Promise<UploadRow> {
  const { id } = ctx.workspace;
  const beginning = ctx.database.transaction(async (tx) => {
    const { plan } = await lockWorkspace(tx, id);
    const { videos, unfinished } = plans[plan];
    if ((await activeVideos(tx, id)).length >= videos) throw new Problem('plan_maximum');
    if ((await unfinishedOf(tx, id)).length >= unfinished) throw tooManyUnfinished(unfinished);
    if (!(await hasRoomForRecording(ctx, tx, id, plan))) throw new Problem('plan_minutes');
    const upload = await createUpload(tx, {
      workspace_id: id,
      created_by: ctx.member.id,
      key: randomKey(24),
      ...names,
    });
    await withIt(tx, upload);
    return upload;
  });
  return beginning.catch(async (error: unknown) => {
    await recordLimit(ctx, id, error);
    throw error;
  });
}
