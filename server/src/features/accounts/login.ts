import type { UserSession } from '@lectern/contract/accounts';
import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../platform/context.ts';
import { countTry, forgetTries, networkOf } from '../../platform/tries.ts';
import { readEmail } from './email.ts';
import { loginsFromNetwork, loginsOfAccount, mailsToAddress } from './limits.ts';
import { passwordFits } from './passwords.ts';
import { openSession } from './sessions.ts';
import { userByEmail } from './store.ts';
import { sendVerification } from './verification.ts';

/** Signs in. Only who knows the password learns that an account is deactivated or waits for verification. */
export async function login(ctx: Context<'anyone'>, input: { email: string; password: string }): Promise<UserSession> {
  if (!input.email.trim() || !input.password) throw new Problem('missing_fields');
  const now = ctx.now();
  const db = ctx.database.kysely;
  const email = readEmail(input.email);
  await countTry(db, loginsFromNetwork, networkOf(ctx.ip), now);
  await countTry(db, loginsOfAccount, email ?? input.email, now);

  const user = email ? await userByEmail(db, email) : undefined;
  const fits = await passwordFits(user?.password_hash, input.password);
  if (!user || !fits) throw new Problem('bad_credentials');
  if (!user.is_active) throw new Problem('deactivated');
  if (!user.verified_at) {
    await countTry(db, mailsToAddress, user.email, now);
    await ctx.database.transaction((tx) => sendVerification(ctx, tx, user));
    throw new Problem('not_verified');
  }
  await forgetTries(db, loginsOfAccount, user.email);
  return openSession(db, user, now);
}
