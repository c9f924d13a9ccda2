import type { adminRoutes } from '@lectern/contract/operations/admin';
import type { Reply } from '@lectern/contract/route';
import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../platform/http/context.ts';
import { normaliseEmail } from './names.ts';
import { rememberDevice } from './known-devices.ts';
import type { Credentials } from './login.ts';
import { verifyPassword } from './passwords.ts';
import { arePasswordsOff, isBreakGlass, requirePasswords } from './passwords-off.ts';
import { recordSecurity } from './security/record.ts';
import { openSession } from './sessions.ts';
import { verifySecondFactorCode } from './verify-second-factor.ts';
import { withSignInLimits } from './limit-sign-ins.ts';
import { administratorByEmail } from './store.ts';

/**
 * Opens a session of an administrator. Throws `missing_fields`, `bad_credentials`, and `too_many_tries` as for members.
 */
export async function signInAdministrator(
  ctx: Context<'anyone'>,
  input: Credentials,
): Promise<Reply<typeof adminRoutes.login>> {
  const { password, device, code } = input;
  if (!input.email.trim() || !password) throw new Problem('missing_fields');
  const now = ctx.now();
  const db = ctx.database.kysely;
  const email = normaliseEmail(input.email);
  const administrator = email ? await administratorByEmail(db, email) : undefined;
  const owner = administrator && { administratorId: administrator.id };
  requirePasswords(ctx, 'administrator', email);
  // Told apart from the member of the same address, who must not be locked out by this door.
  const account = `administrator ${email ?? input.email}`;

  return withSignInLimits(ctx, { account, email, owner, device }, async (sender) => {
    const fits = await verifyPassword(ctx, administrator?.password_hash, password);
    if (!administrator || !owner || !fits) throw new Problem('bad_credentials');
    const breaksGlass =
      arePasswordsOff(ctx, 'administrator', undefined) && (await isBreakGlass(ctx, db, owner, administrator.email));
    await verifySecondFactorCode(ctx, { owner, account: administrator.email, code }, sender);
    if (breaksGlass) await recordSecurity(db, ctx, { kind: 'break_glass_used', owner, account: administrator.email });
    return {
      id: administrator.id,
      email: administrator.email,
      token: await openSession(db, owner, ctx.userAgent, now),
      device: await rememberDevice(db, owner, device, now),
    };
  });
}
