import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../platform/context.ts';
import { countTry, forgetTries, networkOf } from '../../platform/tries.ts';
import { postMail } from '../mails/post-mail.ts';
import { readEmail } from './email.ts';
import { passwordChangedLetter, resetLetter } from './letters.ts';
import { loginsOfAccount, mailsToAddress, resetsFromNetwork, tokensForAccount, tokensFromNetwork } from './limits.ts';
import { issueMailToken, redeemMailToken } from './mail-tokens.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { deleteMailTokens, deleteSessionsOfUser, setPassword, userByEmail } from './store.ts';
import { markVerified } from './verification.ts';

/** Mails a link to choose a new password. Answers the same for an address without an account. */
export async function requestReset(ctx: Context<'anyone'>, input: { email: string }): Promise<{ msg: string }> {
  if (!input.email.trim()) throw new Problem('missing_fields');
  const email = readEmail(input.email);
  if (!email) throw new Problem('bad_email');
  const now = ctx.now();
  await countTry(ctx.database.kysely, resetsFromNetwork, networkOf(ctx.ip), now);
  await countTry(ctx.database.kysely, mailsToAddress, email, now);
  const user = await userByEmail(ctx.database.kysely, email);
  if (user?.is_active)
    await ctx.database.transaction(async (tx) => {
      const token = await issueMailToken(tx, user.id, 'reset', now);
      await postMail(ctx, tx, user.email, 'reset', resetLetter(ctx, user, token));
    });
  return { msg: 'If this address has an account, a link to choose a new password is on its way.' };
}

/**
 * Sets a new password with the token of the mail. Every session ends, every other link dies, and the owner is told
 * by mail. As the token came through the mailbox, an address that still waited for verification is verified.
 */
export async function resetPassword(
  ctx: Context<'anyone'>,
  input: { email: string; token: string; password: string },
): Promise<{ msg: string }> {
  checkNewPassword(input.password);
  const email = readEmail(input.email);
  if (!email || !input.token) throw new Problem('token_invalid');
  const now = ctx.now();
  await countTry(ctx.database.kysely, tokensFromNetwork, networkOf(ctx.ip), now);
  await countTry(ctx.database.kysely, tokensForAccount, email, now);
  const passwordHash = await hashPassword(input.password);
  await ctx.database.transaction(async (tx) => {
    const user = await redeemMailToken(tx, input.token, 'reset', now);
    if (user.email !== email) throw new Problem('token_invalid');
    await setPassword(tx, user.id, passwordHash);
    await deleteSessionsOfUser(tx, user.id);
    await deleteMailTokens(tx, user.id, 'reset');
    if (!user.verified_at) await markVerified(tx, user.id, now);
    await postMail(ctx, tx, user.email, 'password-changed', passwordChangedLetter(ctx, user));
    await forgetTries(tx, loginsOfAccount, user.email);
  });
  return { msg: 'Your password has been changed. Please sign in with the new one.' };
}
