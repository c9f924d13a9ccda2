import { Problem } from '@lectern/contract/problem';
import type { FastifyReply } from 'fastify';
import { type AccountPrincipal, personOf } from '../http/context.ts';
import { createNetworkRate } from './network-rate.ts';
import { createRate } from './rate.ts';
import { type Bound, createSemaphore } from './semaphore.ts';
import { siteForIp } from './rate-limit.ts';
import { untilSent } from '../http/until-sent.ts';

export type MemberWorkLimits = {
  /** Sessions that are looked up, by the site they come from: who calls is not known yet. */
  readonly lookUps: Bound;
  /** Sessions of one network in ten seconds that are none. */
  readonly deadSessions: number;
  /** Calls by the account, until they are sent, and how many in ten seconds. */
  readonly calls: Bound & { requests: number };
};

/**
 * Pages make about thirty calls at once, and HTTP/2 delivers them together: these wait and are never refused. Ordinary
 * use stays below 300 requests a second.
 */
export const usualMemberWork: MemberWorkLimits = {
  lookUps: { maxConcurrent: 32, maxConcurrentPerOwner: 16, maxQueued: 4_096, maxPerOwner: 1_024 },
  deadSessions: 1_000,
  calls: { maxConcurrent: 1_024, maxConcurrentPerOwner: 8, maxQueued: 4_096, maxPerOwner: 256, requests: 3_000 },
};

export type MemberWork = {
  /**
   * Finds out who calls: so many at once, in which sites take turns. Throws `busy`, and `too_many_requests` to a network
   * that goes on sending sessions that are none.
   */
  identify(
    ip: string,
    signal: AbortSignal,
    look: () => Promise<AccountPrincipal | undefined>,
  ): Promise<AccountPrincipal | undefined>;
  /**
   * Runs a signed-in caller's work within the limits of their account, members and administrators alike. Throws
   * `busy`, `too_many_requests`, or the signal's reason if it aborts the wait.
   */
  admit<T>(principal: AccountPrincipal, reply: FastifyReply, signal: AbortSignal, handle: () => Promise<T>): Promise<T>;
};

/** Bounds what one account can make the server do and hold, whatever it calls. */
export function boundMemberWork({ lookUps, deadSessions, calls }: MemberWorkLimits): MemberWork {
  const looking = createSemaphore(lookUps);
  const dead = createNetworkRate(deadSessions);
  const { requests, ...bound } = calls;
  const places = createSemaphore(bound);
  const rate = createRate(requests);
  return {
    async identify(ip, signal, look) {
      if (dead.isUsedUp(ip)) throw new Problem('too_many_requests');
      const principal = await looking(look, { owner: siteForIp(ip), signal });
      if (!principal) dead.count(ip);
      return principal;
    },
    async admit(principal, reply, signal, handle) {
      const owner = personOf(principal).id;
      if (!rate.count(owner))
        throw new Problem('too_many_requests', {
          detail: 'Too many requests from your account. Please wait a few seconds and try again.',
        });
      return untilSent(places, { owner, signal }, reply, handle);
    },
  };
}
