import type { Context } from '../../platform/http/context.ts';
import { consumeAttempt, refundAttempt } from '../../platform/limits/rate-limit.ts';
import { passSecondFactor } from './second-factor/second-factor.ts';
import type { Owner } from './security/account-ref.ts';
import { recordSecurity } from './security/record.ts';
import { codesOfAccount } from './rate-limits.ts';

/**
 * Checks the second factor, if set. Six digits are guessable, so strangers share few tries across all networks. Throws
 * `second_factor_needed`, `second_factor_wrong` and `too_many_tries`.
 */
export async function verifySecondFactorCode(
  ctx: Context<'anyone'>,
  { owner, account, code }: { owner: Owner; account: string; code: string | undefined },
  { known }: { known: boolean },
): Promise<void> {
  const db = ctx.database.kysely;
  const now = ctx.now();
  const limited = !known && Boolean(code?.trim());
  const subject = 'userId' in owner ? owner.userId : owner.administratorId;
  if (limited) await consumeAttempt(db, codesOfAccount, subject, now);
  const proof = await passSecondFactor(db, owner, code, now);
  if (limited) await refundAttempt(db, codesOfAccount, subject);
  if (proof === 'recovery code') await recordSecurity(db, ctx, { kind: 'recovery_code_used', owner, account });
}
