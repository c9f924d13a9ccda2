import type { NewSession } from '@lectern/contract/accounts/accounts';
import { Problem } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import type { Context, World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { countNetworkTry, returnNetworkTry } from '../../platform/limits/rate-limit.ts';
import { recordSecurity } from './security/record.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { rememberDevice } from './known-devices.ts';
import { requirePasswords } from './passwords-off.ts';
import { verificationEmail } from './emails.ts';
import { tokensFromNetwork } from './rate-limits.ts';
import { markRegistrationTokensSpent, spendMailToken } from './mail-token-store.ts';
import { issueMailToken, findTokenSubject } from './mail-tokens.ts';
import {
  deleteRegistrationsOf,
  lockRegistrationsOf,
  registrationById,
  type RegistrationRow,
} from './registration-store.ts';
import { openUserSession } from './sessions.ts';
import { startTrial } from './workspaces/membership.ts';
import { insertUser, type UserRow } from './store.ts';
import { hashToken } from './secret-tokens.ts';

/** How long a link that is used up is known as such, rather than as one that never was. */
const spentDays = 30;

/** Mails the link that confirms this registration. */
export async function sendVerification(world: World, tx: Queryable, registration: RegistrationRow): Promise<void> {
  const link = await issueMailToken(tx, { registrationId: registration.id }, 'verify', world.now());
  await queueEmail(world, tx, registration.email, 'verify', verificationEmail(world, link));
}

/**
 * Creates the registered user, starts the trial, and deletes other registrations of the now verified email. Throws
 * `already_verified` if another link was opened before.
 */
export async function confirmRegistration(
  tx: Queryable,
  { token, registrationId }: { token: string; registrationId: string },
  now: Date,
): Promise<UserRow> {
  const { email } = (await registrationById(tx, registrationId)) ?? {};
  const registrations = email === undefined ? [] : await lockRegistrationsOf(tx, email.toLowerCase());
  const registration = registrations.find(({ id }) => id === registrationId);
  // One that waited for the lock finds what the faster one has left.
  if (!registration) return alreadyVerified(tx, token);
  if (!(await spendMailToken(tx, hashToken(token), now))) throw new Problem('token_invalid');
  const user = await insertUser(
    tx,
    {
      email: registration.email,
      firstname: registration.firstname,
      lastname: registration.lastname,
      passwordHash: registration.password_hash,
    },
    now,
  );
  if (!user) throw new Problem('token_invalid');
  await startTrial(tx, user.id, { plan: registration.plan, wantedPlan: registration.wanted_plan }, now);
  await dropRegistrations(tx, registrations, user, now);
  return user;
}

/** Deletes the registrations, locked, of an address that has an account now; their links say so. */
export async function dropRegistrations(
  tx: Queryable,
  registrations: readonly RegistrationRow[],
  user: Pick<UserRow, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  if (registrations.length === 0) return;
  await markRegistrationTokensSpent(
    tx,
    registrations.map(({ id }) => id),
    { userId: user.id, now, until: new Date(now.getTime() + spentDays * day) },
  );
  await deleteRegistrationsOf(tx, user.email.toLowerCase());
}

/** The token is the proof that its reader owns the address, so nobody else learns that it has an account. */
async function alreadyVerified(tx: Queryable, token: string): Promise<never> {
  const { user_id } = await findTokenSubject(tx, token, 'verify');
  throw new Problem(user_id === null ? 'token_invalid' : 'already_verified');
}

/** Opens the link of the mail: the address is verified and its owner signed in. */
export async function verifyRegistration(
  ctx: Context<'anyone'>,
  { token, device }: { token: string; device?: string | undefined },
): Promise<NewSession> {
  const now = ctx.now();
  requirePasswords(ctx, 'member', undefined);
  await countNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip, now);
  const session = await ctx.database.transaction(async (tx) => {
    const { registration_id } = await findTokenSubject(tx, token, 'verify');
    if (registration_id === null) return alreadyVerified(tx, token);
    const user = await confirmRegistration(tx, { token, registrationId: registration_id }, now);
    await recordSecurity(tx, ctx, { kind: 'registered', owner: { userId: user.id }, account: user.email });
    return {
      ...(await openUserSession(ctx, tx, user, ctx.userAgent)),
      device: await rememberDevice(tx, { userId: user.id }, device, now),
    };
  });
  await returnNetworkTry(ctx.database.kysely, tokensFromNetwork, ctx.ip);
  return session;
}
