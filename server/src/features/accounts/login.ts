import type { NewSession } from '@lectern/contract/accounts/accounts';
import { Problem } from '@lectern/contract/problem';
import type { Context, World } from '../../platform/http/context.ts';
import { consumeAttempt } from '../../platform/limits/rate-limit.ts';
import { normaliseEmail } from './names.ts';
import { rememberDevice } from './known-devices.ts';
import { verificationMails } from './rate-limits.ts';
import { verifyPassword } from './passwords.ts';
import { isBreakGlass, requirePasswords } from './passwords-off.ts';
import { type RegistrationRow, registrationsOf } from './registration-store.ts';
import { recordSecurity } from './security/record.ts';
import { openUserSession } from './sessions.ts';
import { verifySecondFactorCode } from './verify-second-factor.ts';
import { withSignInLimits } from './limit-sign-ins.ts';
import { userByEmail } from './store.ts';
import { sendVerification } from './verification.ts';

/** How many of the registrations that wait for their mail a password is tried with: each costs a hashing. */
const triedRegistrations = 3;

export type Credentials = {
  email: string;
  password: string;
  device?: string | undefined;
  /** The code of the second factor. */
  code?: string | undefined;
};

/** Signs in. Throws `passwords_off` where they are. Only who knows the password learns that an account is deactivated or waits for verification. */
export async function login(ctx: Context<'anyone'>, input: Credentials): Promise<NewSession> {
  const { password, device, code } = input;
  if (!input.email.trim() || !password) throw new Problem('missing_fields');
  const now = ctx.now();
  const db = ctx.database.kysely;
  const email = normaliseEmail(input.email);
  const user = email ? await userByEmail(db, email) : undefined;
  const owner = user && { userId: user.id };
  requirePasswords(ctx, 'member', email);

  return withSignInLimits(ctx, { account: email ?? input.email, email, owner, device }, async (sender) => {
    if (!user || !owner) return refuseStranger(ctx, email, password);
    if (!(await verifyPassword(ctx, user.password_hash, password))) throw new Problem('bad_credentials');
    if (!user.is_active) throw new Problem('deactivated');
    const breaksGlass = await isBreakGlass(ctx, db, owner, user.email);
    await verifySecondFactorCode(ctx, { owner, account: user.email, code }, sender);
    if (breaksGlass) await recordSecurity(db, ctx, { kind: 'break_glass_used', owner, account: user.email });
    return {
      ...(await openUserSession(ctx, db, user, ctx.userAgent)),
      device: await rememberDevice(db, owner, device, now),
    };
  });
}

/** Somebody without an account: who has registered with this password gets the link once more. */
async function refuseStranger(ctx: Context<'anyone'>, email: string | undefined, password: string): Promise<never> {
  const db = ctx.database.kysely;
  const waiting = email === undefined ? [] : await registrationsOf(db, email, triedRegistrations);
  const own = await fitting(ctx, waiting, password);
  if (!own) throw new Problem('bad_credentials');
  await consumeAttempt(db, verificationMails, own.email, ctx.now());
  await ctx.database.transaction((tx) => sendVerification(ctx, tx, own));
  throw new Problem('not_verified');
}

async function fitting(
  ctx: Pick<World, 'passwordCost'>,
  waiting: readonly RegistrationRow[],
  password: string,
): Promise<RegistrationRow | undefined> {
  if (waiting.length === 0) await verifyPassword(ctx, undefined, password);
  const fits = await Promise.all(waiting.map(({ password_hash }) => verifyPassword(ctx, password_hash, password)));
  return waiting[fits.indexOf(true)];
}
