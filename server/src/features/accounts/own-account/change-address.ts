import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../../platform/http/context.ts';
import { countNetworkTry, consumeAttempt, returnNetworkTry } from '../../../platform/limits/rate-limit.ts';
import { normaliseEmail } from '../names.ts';
import { emailChangedEmail, emailChangeRequestedEmail } from '../emails.ts';
import { newEmailsOfMember, newEmailMails, tokensFromNetwork } from '../rate-limits.ts';
import { applyEmailChange, requestEmailChange } from '../apply-email-change.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { recordSecurity } from '../security/record.ts';
import { reauthenticate } from './reauthenticate.ts';

/**
 * Mails a link to the new address; until it is opened nothing changes. The answer is the same for an address that has
 * an account already, whose owner is told.
 */
export async function startEmailChange(
  ctx: Context<'member'>,
  input: { password: string; email: string },
): Promise<{ msg: string }> {
  const { member } = ctx;
  if (!input.password || !input.email.trim()) throw new Problem('missing_fields');
  const email = normaliseEmail(input.email);
  if (!email) throw new Problem('bad_email');
  if (email === member.email) throw new Problem('address_same');
  await reauthenticate(ctx, { password: input.password });
  await consumeAttempt(ctx.database.kysely, newEmailsOfMember, member.id, ctx.now());
  await consumeAttempt(ctx.database.kysely, newEmailMails, email, ctx.now());
  const owner = { userId: member.id };
  await ctx.database.transaction(async (tx) => {
    await requestEmailChange(ctx, tx, member, email);
    await recordSecurity(tx, ctx, { kind: 'address_change_asked', owner, account: member.email, detail: email });
    await queueEmail(ctx, tx, member.email, 'address-change', emailChangeRequestedEmail(ctx, member, email));
  });
  return { msg: `We have sent a link to ${email}. Open it to make this your address; until then nothing changes.` };
}

/** Opens the link of the mail: from now on the account has the new address. The old one is told. */
export async function confirmEmailChange(
  ctx: Context<'anyone'>,
  { token }: { token: string },
): Promise<{ msg: string; email: string }> {
  const now = ctx.now();
  await countNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip, now);
  const email = await ctx.database.transaction(async (tx) => {
    const { user, email } = await applyEmailChange(tx, token, now);
    const owner = { userId: user.id };
    await recordSecurity(tx, ctx, { kind: 'address_changed', owner, account: email, detail: `before: ${user.email}` });
    await ctx.jobs.enqueue('customer-address', { userId: user.id }, { tx });
    await queueEmail(ctx, tx, user.email, 'address-changed', emailChangedEmail(ctx, user, email));
    return email;
  });
  await returnNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip);
  return { msg: 'Your address has been changed.', email };
}
