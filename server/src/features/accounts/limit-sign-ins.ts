import { Problem, type ProblemCode } from '@lectern/contract/problem';
import type { Context } from '../../platform/http/context.ts';
import { createSemaphore } from '../../platform/limits/semaphore.ts';
import {
  resetAttempts,
  isFirstRateLimitRefusal,
  type RateLimit,
  ofNetworkAndSite,
  siteForIp,
  withRateLimits,
} from '../../platform/limits/rate-limit.ts';
import { isKnownDevice } from './known-devices.ts';
import { failuresFromNetwork, failuresOfAccount, failuresOfDevice, failuresOfPair } from './rate-limits.ts';
import type { Owner } from './security/account-ref.ts';
import { recordSecurity } from './security/record.ts';

/**
 * Limits concurrent sign-ins and hash memory (19 MiB each), so simultaneous successes are not counted as failures.
 * Networks take turns, so a flood from one delays no other.
 */
const inTurn = createSemaphore({ maxConcurrent: 8, maxQueued: 1024, maxPerOwner: 256 });

/** Only these errors count as guesses; other errors that stop a sign-in do not. */
const isFailure = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'bad_credentials' || error.code === 'second_factor_wrong');

type Attempt = {
  /** The account name tried, normalised for lookup. */
  account: string;
  /** The address, if what was typed is one. */
  email: string | undefined;
  /** The owner of the account, if it exists. */
  owner: Owner | undefined;
  /** The device token the browser kept from an earlier sign-in. */
  device: string | undefined;
};

/**
 * Runs a sign-in within the failure limits: strangers share limits by account and network, known browsers have their
 * own. Throws `too_many_tries` and `busy`.
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
  return inTurn(once, { owner: siteForIp(ctx.ip), signal: ctx.signal });
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
  if (error.code === 'too_many_tries' && isFirstRateLimitRefusal(error))
    await recordSecurity(db, ctx, { kind: 'sign_in_limited', owner, account: email });
}
