import { Problem } from '@lectern/contract/problem';
import { type Context, personOf } from '../../../platform/http/context.ts';
import { consumeAttempt, type RateLimit, refundAttempt } from '../../../platform/limits/rate-limit.ts';
import { isCurrentPassword } from '../check-current-password.ts';
import { ownerOfPrincipal } from '../security/account-ref.ts';
import { recordSecurity } from '../security/record.ts';
import { passSecondFactor } from '../second-factor/second-factor.ts';

/** Wrong current passwords and codes of one who is signed in. */
const failures: RateLimit = { name: 'account/password', tries: 10, minutes: 15 };

/**
 * Proves the owner before sign-in settings change; an open session is not enough. Throws `password_wrong`,
 * `too_many_tries` and, with `code`, `second_factor_needed` and `second_factor_wrong`.
 */
export async function reauthenticate(ctx: Context<'session'>, { password, code }: { password: string; code?: string }) {
  const db = ctx.database.kysely;
  const owner = ownerOfPrincipal(ctx.principal);
  const { id: subject, email } = personOf(ctx.principal);
  const now = ctx.now();
  await consumeAttempt(db, failures, subject, now);
  if (!(await isCurrentPassword(ctx, db, owner, password))) {
    await recordSecurity(db, ctx, { kind: 'password_refused', owner, account: email });
    throw new Problem('password_wrong');
  }
  if (code !== undefined) await passSecondFactor(db, owner, code, now);
  await refundAttempt(db, failures, subject);
}
