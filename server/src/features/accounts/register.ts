import { Problem } from '@lectern/contract/problem';
import type { Plan } from '@lectern/contract/accounts';
import type { Context } from '../../platform/context.ts';
import { countTry, networkOf } from '../../platform/tries.ts';
import { postMail } from '../mails/post-mail.ts';
import { readEmail } from './email.ts';
import { alreadyRegisteredLetter } from './letters.ts';
import { mailsToAddress, registrationsFromNetwork } from './limits.ts';
import { readNames } from './names.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { deleteMailTokens, insertUser, lockUserByEmail, replaceRegistration } from './store.ts';
import { sendVerification } from './verification.ts';

type Registration = { firstname: string; lastname: string; email: string; password: string; plan?: Plan | undefined };

/** `professional` has no trial: it starts free and is bought after the first sign-in. */
const startingPlan = (wanted: Plan | undefined): Plan => (wanted === 'executive' ? 'executive' : 'free');

/**
 * Always answers the same, so that nobody learns who has an account; the mail tells the owner of the address:
 * - a new address gets the verification link;
 * - one that waits for verification gets a new link. This registration replaces the earlier one and kills its
 *   link, so that a link always stands for the name and password typed in the form it was sent for;
 * - a verified one is told that its account exists, and nothing changes.
 */
export async function register(ctx: Context<'anyone'>, input: Registration): Promise<{ msg: string }> {
  if (!input.email.trim() || !input.password) throw new Problem('missing_fields');
  const { firstname, lastname } = readNames(input);
  const email = readEmail(input.email);
  if (!email) throw new Problem('bad_email');
  checkNewPassword(input.password);

  const now = ctx.now();
  await countTry(ctx.database.kysely, registrationsFromNetwork, networkOf(ctx.ip), now);
  await countTry(ctx.database.kysely, mailsToAddress, email, now);
  const passwordHash = await hashPassword(input.password);
  const registration = {
    email,
    firstname,
    lastname,
    passwordHash,
    plan: startingPlan(input.plan),
    wantedPlan: input.plan === 'professional' ? input.plan : null,
  };

  await ctx.database.transaction(async (tx) => {
    const fresh = await insertUser(tx, registration);
    if (fresh) return sendVerification(ctx, tx, fresh);
    const known = await lockUserByEmail(tx, email);
    // Deleted between the two statements: the next try is a new address again.
    if (!known) throw new Problem('unavailable');
    if (known.verified_at)
      return postMail(ctx, tx, known.email, 'already-registered', alreadyRegisteredLetter(ctx, known));
    await deleteMailTokens(tx, known.id, 'verify');
    await sendVerification(ctx, tx, await replaceRegistration(tx, known.id, registration));
  });
  return { msg: 'We have sent you an email. Please open the link in it to verify your address.' };
}
