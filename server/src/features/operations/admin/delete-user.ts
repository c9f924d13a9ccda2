import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../../platform/http/context.ts';
import { markAccountForDeletion } from '../../accounts/deletion.ts';
import { endSessionsOf } from '../../accounts/sessions.ts';
import { recordAudit } from './audit.ts';
import { eraseAccount } from './erase-account.job.ts';

/**
 * Closes an account and hides it from administrators at once. A job erases all its data and retries until done. Throws
 * `not_found`.
 */
export async function deleteUser(ctx: Context<'admin'>, { id }: { id: string }): Promise<{ msg: string }> {
  const now = ctx.now();
  await ctx.database.transaction(async (tx) => {
    if (!(await markAccountForDeletion(tx, id, now))) throw new Problem('not_found');
    await endSessionsOf(tx, id);
    await eraseAccount(ctx, tx, id);
    const { administrator } = ctx;
    await recordAudit(tx, { administrator, action: 'deleted a user', object: { kind: 'user', id } }, now);
  });
  return { msg: 'User deleted successfully' };
}
