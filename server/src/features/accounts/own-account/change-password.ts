import { Problem } from '@lectern/contract/problem';
import { type Context, personOf } from '../../../platform/http/context.ts';
import { passwordChangedEmail } from '../emails.ts';
import { checkNewPassword, hashPassword } from '../passwords.ts';
import { replacePassword } from '../replace-password.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { ownerOfPrincipal } from '../security/account-ref.ts';
import { recordSecurity } from '../security/record.ts';
import { reauthenticate } from './reauthenticate.ts';

/** A new password for who knows the present one. Every other session ends, and the owner is told by mail. */
export async function changePassword(
  ctx: Context<'session'>,
  { password, new_password }: { password: string; new_password: string },
): Promise<{ msg: string }> {
  if (!password || !new_password) throw new Problem('missing_fields');
  const owner = ownerOfPrincipal(ctx.principal);
  const { email } = personOf(ctx.principal);
  const names = ctx.principal.kind === 'member' ? ctx.principal.member : undefined;
  checkNewPassword(new_password, { brand: ctx.brand, email, ...names });
  await reauthenticate(ctx, { password });
  if (password.normalize('NFKC') === new_password.normalize('NFKC')) throw new Problem('password_same');
  const passwordHash = await hashPassword(ctx, new_password);
  await ctx.database.transaction(async (tx) => {
    await replacePassword(tx, owner, { passwordHash, butSession: ctx.principal.credential.sessionHash });
    await recordSecurity(tx, ctx, { kind: 'password_changed', owner, account: email });
    const reader = { email, firstname: names?.firstname ?? 'administrator' };
    await queueEmail(ctx, tx, email, 'password-changed', passwordChangedEmail(ctx, reader));
  });
  return { msg: 'Your password has been changed. All other devices have been signed out.' };
}
