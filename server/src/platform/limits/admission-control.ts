import type { HttpExchange } from '../http/context.ts';
import { Problem } from '@lectern/contract/problem';
import type { BoundedWork, RouteWork } from '@lectern/contract/route';
import { createNetworkRate } from './network-rate.ts';
import { type Bound, createSemaphore, type OwnerSemaphore } from './semaphore.ts';
import { siteForIp } from './rate-limit.ts';
import { untilSent } from '../http/until-sent.ts';

/** `requests` in ten seconds from one network, and how much is worked on at once until it is sent. */
export type WorkLimit = Bound & { requests: number };

export type PublicWorkLimits = Readonly<Record<BoundedWork, WorkLimit>> & {
  /** Pictures and documents that are not kept yet and have to be decoded, drawn or written. */
  readonly making: Bound;
};

/**
 * A page asks for dozens of pictures; offices share one IP. Slow readers hold only their own site's places. `making`
 * waits at most about ten seconds.
 */
export const usualPublicWork: PublicWorkLimits = {
  page: { maxConcurrent: 16, maxConcurrentPerOwner: 4, maxQueued: 240, maxPerOwner: 128, requests: 300 },
  picture: { maxConcurrent: 128, maxConcurrentPerOwner: 24, maxQueued: 256, maxPerOwner: 256, requests: 1_000 },
  media: { maxConcurrent: 256, maxConcurrentPerOwner: 48, maxQueued: 512, maxPerOwner: 512, requests: 3_000 },
  making: { maxConcurrent: 2, maxQueued: 64, maxPerOwner: 32 },
};

export type PublicWork = {
  /**
   * Runs a handler within the limits of its kind of work; frees its place after sending. Throws `busy`,
   * `too_many_requests`, or `ClientDisconnected` if aborted before its turn.
   */
  admit<T>(work: RouteWork, wire: HttpExchange, signal: AbortSignal, handle: () => Promise<T>): Promise<T>;
  /** The turn of a caller for what must be computed. */
  turnOf(owner: string): OwnerSemaphore;
};

/** Bounds what people who have not signed in can make the server do, in number and in rate. */
export function createAdmissionControl(limits: PublicWorkLimits): PublicWork {
  const kindOf = ({ requests, ...bound }: WorkLimit) => ({
    places: createSemaphore(bound),
    rate: createNetworkRate(requests),
  });
  const kinds = { page: kindOf(limits.page), picture: kindOf(limits.picture), media: kindOf(limits.media) };
  const making = createSemaphore(limits.making);
  return {
    async admit(work, { request: { ip }, reply }, signal, handle) {
      if (work === 'cheap' || work === 'limited') return handle();
      const { places, rate } = kinds[work];
      if (!rate.count(ip)) throw new Problem('too_many_requests');
      return untilSent(places, { owner: siteForIp(ip), signal }, reply, handle);
    },
    turnOf: (owner) => (work, signal) => making(work, { owner, signal }),
  };
}
