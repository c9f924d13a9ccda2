import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../platform/context.ts';
import { dropAccount } from '../accounts/membership.ts';
import { customerIdOf } from '../billing/customer.ts';
import { discardImport } from '../exports/discard.ts';
import { forgetReports } from '../feedback/reports.ts';
import { forgetMails } from '../mails/forget-mails.ts';
import { discardUploadsOf } from '../uploads/discard.ts';
import { videosOfMember } from '../videos/allowance.ts';
import { forgetSecurity } from '../security/security.ts';
import { removeVideo } from '../library/remove.ts';
import { forgetInAudit, recordAudit } from './audit.ts';

/**
 * Deletes an account with its videos, files, jobs, mails and everything personal. Payments stay, of nobody. What is
 * outside goes first, so that a failure leaves an account that can be deleted again. Throws `not_found`.
 */
export async function deleteUser(ctx: Context<'admin'>, { id }: { id: string }): Promise<{ msg: string }> {
  const db = ctx.database.kysely;
  const user = await db.selectFrom('users').select(['id', 'email']).where('id', '=', id).executeTakeFirst();
  if (!user) throw new Problem('not_found');
  const customerId = await customerIdOf(db, id);
  if (customerId !== undefined) await ctx.payments.forgetCustomer(customerId);
  await ctx.mailer.forget(user.email);
  await discardUploadsOf(ctx, id);
  const videos = await videosOfMember(db, id);
  for (const video of videos) await removeVideo(ctx, video);
  await ctx.database.transaction(async (tx) => {
    const mails = await forgetMails(tx, user.email);
    const all = await tx.selectFrom('videos').select('id').where('user_id', '=', id).execute();
    const ids = [...mails, ...all.map((row) => row.id)];
    await ctx.jobs.forget([id, ...ids, ...(customerId === undefined ? [] : [customerId])], { tx });
    const reports = await forgetReports(tx, { userId: id, email: user.email });
    await discardImport(ctx, tx, id);
    await dropAccount(tx, id);
    await forgetSecurity(tx, user.email);
    await forgetInAudit(tx, [id, ...reports]);
    await recordAudit(
      tx,
      {
        administrator: ctx.administrator,
        action: 'deleted a user',
        object: { kind: 'user', id },
        detail: { videos: videos.length },
      },
      ctx.now(),
    );
  });
  return { msg: 'User deleted successfully' };
}
