import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../../platform/http/context.ts';
import { secondFactorEmail } from '../../accounts/emails.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { removeSecondFactor } from '../../accounts/second-factor/second-factor.ts';
import { recordByAdministrator } from '../../accounts/security/record.ts';
import { recordAudit } from './audit.ts';
import { selectPresentUsers } from './users.ts';

/** For a member who has lost both the app and the recovery codes. They are told by mail. Throws `not_found`. */
export async function resetSecondFactor(ctx: Context<'admin'>, { id }: { id: string }): Promise<{ msg: string }> {
  const owner = { userId: id };
  await ctx.database.transaction(async (tx) => {
    const user = await selectPresentUsers(tx)
      .select(['email', 'firstname'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new Problem('not_found');
    if (!(await removeSecondFactor(tx, owner))) return;
    await recordAudit(
      tx,
      {
        administrator: ctx.administrator,
        action: 'reset the second factor of a user',
        object: { kind: 'user', id },
      },
      ctx.now(),
    );
    await recordByAdministrator(tx, ctx, { kind: 'second_factor_reset', owner, account: user.email });
    await queueEmail(ctx, tx, user.email, 'second-factor', secondFactorEmail(ctx, user, 'reset'));
  });
  return { msg: 'This user now signs in with the password only.' };
}
