import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../../platform/http/context.ts';
import { endSessionsOf } from '../../accounts/sessions.ts';
import { recordByAdministrator } from '../../accounts/security/record.ts';
import { recordAudit } from './audit.ts';
import { selectPresentUsers } from './users.ts';

/** Signs a member out everywhere, at once; the account stays as it is. Throws `not_found`. */
export async function endUserSessions(ctx: Context<'admin'>, { id }: { id: string }): Promise<{ msg: string }> {
  const ended = await ctx.database.transaction(async (tx) => {
    const user = await selectPresentUsers(tx).select('email').where('id', '=', id).forUpdate().executeTakeFirst();
    if (!user) throw new Problem('not_found');
    const sessions = await endSessionsOf(tx, id);
    if (sessions === 0) return 0;
    await recordAudit(
      tx,
      {
        administrator: ctx.administrator,
        action: 'ended the sessions of a user',
        object: { kind: 'user', id },
        detail: { sessions },
      },
      ctx.now(),
    );
    await recordByAdministrator(tx, ctx, {
      kind: 'sessions_ended_by_administrator',
      owner: { userId: id },
      account: user.email,
    });
    return sessions;
  });
  if (ended === 0) return { msg: 'This user is not signed in anywhere.' };
  return { msg: ended === 1 ? 'One session was ended.' : `${ended} sessions were ended.` };
}
