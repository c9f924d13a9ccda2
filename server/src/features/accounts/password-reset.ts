import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import {
  countNetworkTry,
  resetAttempts,
  tryConsumeAttempt,
  returnNetworkTry,
} from '../../platform/limits/rate-limit.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { normaliseEmail } from './names.ts';
import { recordSecurity } from './security/record.ts';
import { rememberDevice } from './known-devices.ts';
import { passwordChangedEmail } from './emails.ts';
import { failuresOfAccount, resetMails, resetsFromNetwork, tokensFromNetwork } from './rate-limits.ts';
import { emailOfValidToken, spendMailToken } from './mail-token-store.ts';
import { findTokenSubject } from './mail-tokens.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { requirePasswords } from './passwords-off.ts';
import { insertResetRequest } from './registration-store.ts';
import { resetJob } from './reset.job.ts';
import { replacePassword } from './replace-password.ts';
import { lockUser, type UserRow } from './store.ts';
import { hashToken } from './secret-tokens.ts';
import { confirmRegistration } from './verification.ts';

const sent = { msg: 'If this address has an account, a link to choose a new password is on its way.' };

/**
 * Sends a reset link. Answers the same for unknown emails and beyond the rate limit, where the last link still works,
 * so strangers cannot lock out the owner.
 */
export async function requestReset(ctx: Context<'anyone'>, input: { email: string }): Promise<{ msg: string }> {
  if (!input.email.trim()) throw new Problem('missing_fields');
  const email = normaliseEmail(input.email);
  if (!email) throw new Problem('bad_email');
  requirePasswords(ctx, 'member', email);
  const now = ctx.now();
  await countNetworkTry(ctx.database.kysely, resetsFromNetwork, ctx.ip, now);
  if (!(await tryConsumeAttempt(ctx.database.kysely, resetMails, email, now))) return sent;
  await ctx.database.transaction(async (tx) => {
    const { id } = await insertResetRequest(tx, email, now);
    await ctx.jobs.enqueue(resetJob.name, { requestId: id }, { tx });
  });
  return sent;
}

/**
 * Returns the email of a reset link. Throws `token_invalid`. 256 random bits cannot be guessed, so a limit per account
 * would only lock out its owner.
 */
async function addressOfReset(ctx: Context<'anyone'>, token: string): Promise<string> {
  await countNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip, ctx.now());
  const email = token && (await emailOfValidToken(ctx.database.kysely, hashToken(token), 'reset', ctx.now()));
  if (!email) throw new Problem('token_invalid');
  requirePasswords(ctx, 'member', email);
  return email;
}

export async function checkReset(
  ctx: Context<'anyone'>,
  { token }: { token: string },
): Promise<{ msg: string; email: string }> {
  const email = await addressOfReset(ctx, token);
  await returnNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip);
  return { msg: 'Choose a new password.', email };
}

type Reset = { token: string; password: string; device?: string | undefined };

/**
 * Sets a new password by the emailed token, which alone identifies the account. Ends sessions and links, notifies the
 * owner, verifies the email and remembers this browser.
 */
export async function resetPassword(ctx: Context<'anyone'>, input: Reset): Promise<{ msg: string; device: string }> {
  const now = ctx.now();
  const email = await addressOfReset(ctx, input.token);
  checkNewPassword(input.password, { brand: ctx.brand, email });
  const passwordHash = await hashPassword(ctx, input.password);
  const device = await ctx.database.transaction(async (tx) => {
    const user = await redeem(tx, input.token, now);
    if (!user.is_active) throw new Problem('deactivated');
    const owner = { userId: user.id };
    await replacePassword(tx, owner, { passwordHash });
    await recordSecurity(tx, ctx, { kind: 'password_reset', owner, account: user.email });
    await queueEmail(ctx, tx, user.email, 'password-changed', passwordChangedEmail(ctx, user));
    await resetAttempts(tx, failuresOfAccount, user.email);
    return rememberDevice(tx, owner, input.device, now);
  });
  await returnNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip);
  return { msg: 'Your password has been changed. Please sign in with the new one.', device };
}

/** Uses the token up and gives whose it is, locked for the rest of the transaction. */
async function redeem(tx: Queryable, token: string, now: Date): Promise<UserRow> {
  const { user_id, registration_id } = await findTokenSubject(tx, token, 'reset');
  if (registration_id !== null) return confirmRegistration(tx, { token, registrationId: registration_id }, now);
  // The user first: two transactions that lock in one order never wait for each other.
  const user = await lockUser(tx, user_id!);
  if (!(await spendMailToken(tx, hashToken(token), now))) throw new Problem('token_invalid');
  return user;
}
