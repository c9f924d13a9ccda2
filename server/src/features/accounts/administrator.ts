import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../platform/context.ts';
import { countTry, forgetTries, networkOf } from '../../platform/tries.ts';
import { readEmail } from './email.ts';
import { loginsFromNetwork, loginsOfAccount } from './limits.ts';
import { passwordFits } from './passwords.ts';
import { administratorByEmail, insertSession } from './store.ts';
import { hashToken, newToken } from './tokens.ts';

/** An administrator's session is shorter than a member's: it opens everything. */
const lifetime = 12 * 3_600_000;

/** Opens a session of an administrator. Throws `missing_fields`, `bad_credentials`, and `too_many_tries` as for members. */
export async function signInAdministrator(
  ctx: Context<'anyone'>,
  input: { email: string; password: string },
): Promise<{ id: string; email: string; token: string }> {
  if (!input.email.trim() || !input.password) throw new Problem('missing_fields');
  const now = ctx.now();
  const db = ctx.database.kysely;
  const email = readEmail(input.email);
  // Told apart from the member of the same address, who must not be locked out by this door.
  const account = `administrator ${email ?? input.email}`;
  await countTry(db, loginsFromNetwork, networkOf(ctx.ip), now);
  await countTry(db, loginsOfAccount, account, now);
  const administrator = email ? await administratorByEmail(db, email) : undefined;
  const fits = await passwordFits(administrator?.password_hash, input.password);
  if (!administrator || !fits) throw new Problem('bad_credentials');
  await forgetTries(db, loginsOfAccount, account);
  const token = newToken();
  const end = new Date(now.getTime() + lifetime);
  await insertSession(db, hashToken(token), { administratorId: administrator.id }, now, end);
  return { id: administrator.id, email: administrator.email, token };
}
