import { Problem } from '@lectern/contract/problem';
import type { Context, Guest } from '../../../platform/http/context.ts';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';
import { type RateLimit, ofNetworkAndSite, siteForIp, withRateLimits } from '../../../platform/limits/rate-limit.ts';
import { verifyPassword } from '../../accounts/passwords.ts';
import type { ShareRow } from './store.ts';

/** Wrong passwords of one network for one link, for whatever links, and of all networks for one link. */
const ofNetwork: RateLimit = { name: 'share/network', tries: 10, minutes: 15 };
const fromNetwork: RateLimit = { name: 'share/any', tries: 100, minutes: 15 };
const ofShare: RateLimit = { name: 'share/all', tries: 300, minutes: 60 };

/**
 * Counts tries before checking and returns right ones. Few at once keep an office behind one network from counting as
 * failures, and bound hashing memory (19 MiB each).
 */
const inTurn = createSemaphore({ maxConcurrent: 4, maxQueued: 256, maxPerOwner: 64 });

const isWrong = (error: unknown): boolean => error instanceof Problem && error.code === 'share_password_wrong';

/**
 * Admits as guest whoever knows the password of a link, or everybody where it has none. Throws `share_locked`,
 * `share_password_wrong`, `too_many_tries` and `busy`; right passwords use nothing up.
 */
export async function checkSharePassword(
  ctx: Pick<Context<'anyone'>, 'database' | 'now' | 'passwordCost' | 'ip' | 'signal'>,
  { id, password_hash }: Pick<ShareRow, 'id' | 'password_hash'>,
  password: string | undefined,
): Promise<Guest> {
  const { database, ip, now } = ctx;
  const guest: Guest = { kind: 'guest', shareId: id };
  if (password_hash === null) return guest;
  if (!password) throw new Problem('share_locked');
  const limits = [
    ...ofNetworkAndSite(ofNetwork, ip, `${id} `),
    ...ofNetworkAndSite(fromNetwork, ip),
    [ofShare, id] as const,
  ];
  const work = async (): Promise<void> => {
    if (!(await verifyPassword(ctx, password_hash, password))) throw new Problem('share_password_wrong');
  };
  await inTurn(() => withRateLimits(database.kysely, limits, now(), { isFailure: isWrong, work }), {
    owner: siteForIp(ip),
    signal: ctx.signal,
  });
  return guest;
}
