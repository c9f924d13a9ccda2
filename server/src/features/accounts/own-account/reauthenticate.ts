import { Problem } from '@lectern/contract/problem';
import { minute } from '@lectern/contract/rules/durations';
import { type Context, personOf, sessionHashOf } from '../../../platform/http/context.ts';
import { consumeAttempt, type RateLimit, refundAttempt } from '../../../platform/limits/rate-limit.ts';
import { hasPassword, isCurrentPassword } from '../check-current-password.ts';
import { sessionBegan } from '../session-store.ts';
import { ownerOfPrincipal } from '../security/account-ref.ts';
import { recordSecurity } from '../security/record.ts';
import { hasSecondFactor, passSecondFactor } from '../second-factor/second-factor.ts';

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

/** Milliseconds for which a sign-in proves who signed in. */
const freshSignIn = 15 * minute;

/**
 * Proves a member before a great step: by password; by a code where no password opens the account; else by a sign-in
 * just now. Throws `sign_in_again`, too.
 */
export async function proveSelf(
  ctx: Context<'member'>,
  { password, code }: { password: string; code?: string | undefined },
): Promise<void> {
  const db = ctx.database.kysely;
  const { member, principal } = ctx;
  const owner = { userId: member.id };
  if (await hasPassword(ctx, member)) return reauthenticate(ctx, { password });
  const now = ctx.now();
  await consumeAttempt(db, failures, member.id, now);
  if (await hasSecondFactor(db, owner)) await passSecondFactor(db, owner, code, now);
  else {
    const began = await sessionBegan(db, sessionHashOf(principal));
    if (!began || now.getTime() - began.getTime() > freshSignIn) throw new Problem('sign_in_again');
  }
  await refundAttempt(db, failures, member.id);
}
