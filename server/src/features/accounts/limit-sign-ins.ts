import { Problem, type ProblemCode } from '@lectern/contract/problem';
import type { Context } from '../../platform/http/context.ts';
import { createSemaphore } from '../../platform/limits/semaphore.ts';
import {
  resetAttempts,
  isFirstRefusal,
  type RateLimit,
  ofNetworkAndSite,
  siteOf,
  withRateLimits,
} from '../../platform/limits/rate-limit.ts';
import { isKnownDevice } from './known-devices.ts';
import { failuresFromNetwork, failuresOfAccount, failuresOfDevice, failuresOfPair } from './rate-limits.ts';
import type { Owner } from './security/account-ref.ts';
import { recordSecurity } from './security/record.ts';

/**
 * Sign-ins at once. A try is counted before the password is looked at and given back if it was right: with few under
 * way, a hundred people who come at the same moment are never taken for a hundred failures. It also bounds the memory
 * of the hashing, 19 MiB each. Networks take turns: a flood from one delays nobody else, and an office that comes at once
 * behind one address still has room.
 */
const inTurn = createSemaphore({ maxConcurrent: 8, maxQueued: 1024, maxPerOwner: 256 });

/** What counts as a failure; whatever else stops a sign-in is not a guess. */
const isFailure = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'bad_credentials' || error.code === 'second_factor_wrong');

type Attempt = {
  /** What is tried, in the form in which it is looked for. */
  account: string;
  /** The address, if what was typed is one. */
  email: string | undefined;
  /** Whose the account is, where there is one. */
  owner: Owner | undefined;
  /** What the browser kept of an earlier sign-in. */
  device: string | undefined;
};

/**
 * Runs an attempt to sign in within the limits on failures; successes use nothing up. Strangers are limited by account
 * and network, by network and its site, and by account over all networks; a browser that has signed in to the account
 * before has a limit of its own, so that no stranger's failures lock it out. Throws `too_many_tries`, and `busy`.
 */
export async function withSignInLimits<T>(
  ctx: Context<'anyone'>,
  { account, email, owner, device }: Attempt,
  attempt: (sender: { known: boolean }) => Promise<T>,
): Promise<T> {
  const once = async (): Promise<T> => {
    const db = ctx.database.kysely;
    const now = ctx.now();
    const known = owner !== undefined && device !== undefined && (await isKnownDevice(db, owner, device, now));
    const own: readonly (readonly [RateLimit, subject: string])[] = known
      ? [[failuresOfDevice, `${account} ${device}`]]
      : ofNetworkAndSite(failuresOfPair, ctx.ip, `${account} `);
    const limits = known
      ? own
      : [...own, [failuresOfAccount, account] as const, ...ofNetworkAndSite(failuresFromNetwork, ctx.ip)];
    try {
      const result = await withRateLimits(db, limits, now, { isFailure, work: () => attempt({ known }) });
      // A right password ends the count of the wrong ones before it.
      for (const [limit, subject] of own) await resetAttempts(db, limit, subject);
      await recordSecurity(db, ctx, { kind: 'signed_in', owner, account: email ?? '' });
      return result;
    } catch (error) {
      await recordRefusal(ctx, error, { email, owner });
      throw error;
    }
  };
  return inTurn(once, { owner: siteOf(ctx.ip), signal: ctx.signal });
}

/** Why a sign-in was refused, for the log. */
const reasons: Partial<Record<ProblemCode, string>> = {
  bad_credentials: 'wrong password or no such account',
  second_factor_wrong: 'wrong code',
  deactivated: 'right password, but deactivated',
  not_verified: 'right password, but the address is not verified',
};

async function recordRefusal(
  ctx: Context<'anyone'>,
  error: unknown,
  { email = '', owner }: { email: string | undefined; owner: Owner | undefined },
): Promise<void> {
  if (!(error instanceof Problem)) return;
  const db = ctx.database.kysely;
  const reason = reasons[error.code];
  if (reason) await recordSecurity(db, ctx, { kind: 'sign_in_refused', owner, account: email, detail: reason });
  // Once a window: who is stopped may go on trying thousands of times.
  if (error.code === 'too_many_tries' && isFirstRefusal(error))
    await recordSecurity(db, ctx, { kind: 'sign_in_limited', owner, account: email });
}
