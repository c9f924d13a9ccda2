import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Problem } from '@lectern/contract/problem';
import { minute } from '@lectern/contract/rules/durations';
import { sql } from 'kysely';
import type { Queryable } from '../database/database.ts';

/** So many tries of one kind within a window that begins with the first of them. */
export type RateLimit = { name: string; tries: number; minutes: number };

/** Hashed: the table holds nobody's address, and whatever was typed makes a valid key. */
const keyOf = (limit: RateLimit, subject: string): string =>
  `${limit.name}/${createHash('sha256').update(subject).digest('base64url')}`;

/**
 * Counts a try; returns how many are left, below 0 beyond the limit, and when the window ends. One statement counts and
 * reads, so parallel tries cannot slip through.
 */
export async function countAttempt(
  db: Queryable,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<{ left: number; endsAt: Date }> {
  const ends = new Date(now.getTime() + limit.minutes * minute);
  const { count, ends_at: endsAt } = await db
    .insertInto('rate_limits')
    .values({ key: keyOf(limit, subject), count: 1, ends_at: ends })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when rate_limits.ends_at <= ${now} then 1 else rate_limits.count + 1 end`,
        ends_at: sql`case when rate_limits.ends_at <= ${now} then excluded.ends_at else rate_limits.ends_at end`,
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow();
  return { left: limit.tries - count, endsAt };
}

/** Counts a try. Throws `too_many_tries` when it is one too many. */
export async function consumeAttempt(db: Queryable, limit: RateLimit, subject: string, now: Date): Promise<void> {
  const { left } = await countAttempt(db, limit, subject, now);
  if (left < 0) throw new Problem('too_many_tries', { cause: { limit: limit.name, beyond: -left } });
}

/** Counts a try, and tells whether there is still one, where nobody is to be refused. */
export const tryConsumeAttempt = async (
  db: Queryable,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<boolean> => (await countAttempt(db, limit, subject, now)).left >= 0;

/** Applies a network limit to an IP: one try for its network, and one for its site with larger limits. */
export const ofNetworkAndSite = (
  limit: RateLimit,
  ip: string,
  rest = '',
): readonly (readonly [RateLimit, subject: string])[] => {
  const [network, site] = [networkForIp(ip), siteForIp(ip)];
  const own = [limit, `${rest}${network}`] as const;
  if (site === network) return [own];
  return [own, [{ ...limit, name: `${limit.name}/site`, tries: limit.tries * siteFactor }, `${rest}${site}`]];
};

/** Counts a try of a network and of its site. Throws `too_many_tries` when it is one too many for either. */
export async function countNetworkTry(db: Queryable, limit: RateLimit, ip: string, now: Date): Promise<void> {
  for (const [each, subject] of ofNetworkAndSite(limit, ip)) await consumeAttempt(db, each, subject, now);
}

/** Gives a try back that `countNetworkTry` has counted and that need not have been. */
export async function returnNetworkTry(db: Queryable, limit: RateLimit, ip: string): Promise<void> {
  for (const [each, subject] of ofNetworkAndSite(limit, ip)) await refundAttempt(db, each, subject);
}

/** Whether `consumeAttempt` threw this for the first time in its window. */
export const isFirstRateLimitRefusal = ({ cause }: Problem): boolean =>
  typeof cause === 'object' && cause !== null && 'beyond' in cause && cause.beyond === 1;

/** Gives a try back that was counted and need not have been. */
export async function refundAttempt(db: Queryable, limit: RateLimit, subject: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ count: sql`rate_limits.count - 1` })
    .where('key', '=', keyOf(limit, subject))
    .where('count', '>', 0)
    .execute();
}

/**
 * Runs work within limits on its failures. Counts a try of every limit first, all or none, and returns them unless
 * `isFailure`. Throws `too_many_tries`.
 */
export async function withRateLimits<T>(
  db: Queryable,
  limits: readonly (readonly [RateLimit, subject: string])[],
  now: Date,
  { isFailure, work }: { isFailure: (error: unknown) => boolean; work: () => Promise<T> },
): Promise<T> {
  const counted: (typeof limits)[number][] = [];
  const giveBack = async (): Promise<void> => {
    for (const [limit, subject] of counted) await refundAttempt(db, limit, subject);
  };
  try {
    for (const each of limits) {
      await consumeAttempt(db, ...each, now);
      counted.push(each);
    }
    const result = await work();
    await giveBack();
    return result;
  } catch (error) {
    if (!isFailure(error)) await giveBack();
    throw error;
  }
}

/** Starts afresh, for example after a right password. */
export async function resetAttempts(db: Queryable, limit: RateLimit, subject: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', keyOf(limit, subject)).execute();
}

export async function sweepTries(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('ends_at', '<=', now).execute();
}

/** The first groups of an IPv6 address, written out; the address itself for one of IPv4. */
function prefixOf(ip: string, groups: number): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, groups).join(':')}::/${groups * 16}`;
}

/** The network an IP belongs to: a household gets a whole IPv6 /64 and must count once. */
export const networkForIp = (ip: string): string => prefixOf(ip, 4);

/**
 * The most that one customer of a provider gets: a /48 of IPv6, which holds 65,536 networks. With IPv4 a site is its
 * network.
 */
export const siteForIp = (ip: string): string => prefixOf(ip, 3);

/**
 * How much more than one of its networks a whole site may do: offices and households have a few, and nobody thousands.
 */
export const siteFactor = 8;
