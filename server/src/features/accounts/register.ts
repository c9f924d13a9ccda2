import { Problem } from '@lectern/contract/problem';
import type { Plan } from '@lectern/contract/accounts/accounts';
import type { Context } from '../../platform/http/context.ts';
import { countNetworkTry, consumeAttempt } from '../../platform/limits/rate-limit.ts';
import { normaliseEmail, readNames } from './names.ts';
import { registrationMails, registrationsFromNetwork } from './rate-limits.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { requirePasswords } from './passwords-off.ts';
import { registrationJob } from './registration.job.ts';
import { insertRegistration } from './registration-store.ts';

type Registration = { firstname: string; lastname: string; email: string; password: string; plan?: Plan | undefined };

/** `professional` has no trial: it starts free and is bought after the first sign-in. */
const startingPlan = (wanted: Plan | undefined): Plan => (wanted === 'executive' ? 'executive' : 'free');

/**
 * Stores a registration until its emailed link confirms it (see `registrationJob`). Behaves the same for known and
 * unknown emails, so neither message nor timing reveals accounts.
 */
export async function register(
  ctx: Context<'anyone'>,
  input: Registration,
): Promise<{ msg: string; registration: string }> {
  if (!input.email.trim() || !input.password) throw new Problem('missing_fields');
  const { firstname, lastname } = readNames(input);
  const email = normaliseEmail(input.email);
  if (!email) throw new Problem('bad_email');
  requirePasswords(ctx, 'member', email);
  // An invited person's link makes the account.
  if (!ctx.areSignUpsOpen) throw new Problem('invitation_needed');
  checkNewPassword(input.password, { brand: ctx.brand, email, firstname, lastname });

  const now = ctx.now();
  await countNetworkTry(ctx.database.kysely, registrationsFromNetwork, ctx.ip, now);
  await consumeAttempt(ctx.database.kysely, registrationMails, email, now);
  const passwordHash = await hashPassword(ctx, input.password);
  const plan = startingPlan(input.plan);
  const wantedPlan = input.plan === 'professional' ? input.plan : null;
  const registration = await ctx.database.transaction(async (tx) => {
    const { id } = await insertRegistration(tx, { email, firstname, lastname, passwordHash, plan, wantedPlan }, now);
    await ctx.jobs.enqueue(registrationJob.name, { registrationId: id }, { tx });
    return id;
  });
  return { msg: 'We have sent you an email. Please open the link in it to verify your address.', registration };
}

/**
 * Resends the email of a registration, with the same answer in every case. The job counts emails, because a refusal
 * would reveal which emails have accounts.
 */
export async function resendRegistrationEmail(
  ctx: Context<'anyone'>,
  { registration }: { registration: string },
): Promise<{ msg: string }> {
  requirePasswords(ctx, 'member', undefined);
  await countNetworkTry(ctx.database.kysely, registrationsFromNetwork, ctx.ip, ctx.now());
  await ctx.jobs.enqueue(registrationJob.name, { registrationId: registration, again: true });
  return { msg: 'If the address still waits to be verified, another link is on its way.' };
}
