import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../../platform/http/context.ts';
import { beginDeletion } from '../../accounts/deletion.ts';
import { endSessionsOf } from '../../accounts/sessions.ts';
import { recordAudit } from './audit.ts';
import { eraseAccount } from './erase-account.job.ts';

/**
 * Deletes an account: from now on it is closed and no administrator sees it; a job erases it, with its videos, files, jobs,
 * mails and everything personal, for as many attempts as that takes. Throws `not_found`.
 */
export async function deleteUser(ctx: Context<'admin'>, { id }: { id: string }): Promise<{ msg: string }> {
  const now = ctx.now();
  await ctx.database.transaction(async (tx) => {
    if (!(await beginDeletion(tx, id, now))) throw new Problem('not_found');
    await endSessionsOf(tx, id);
    await eraseAccount(ctx, tx, id);
    const { administrator } = ctx;
    await recordAudit(tx, { administrator, action: 'deleted a user', object: { kind: 'user', id } }, now);
  });
  return { msg: 'User deleted successfully' };
}
