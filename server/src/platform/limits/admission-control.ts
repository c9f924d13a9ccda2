import { Problem } from '@lectern/contract/problem';
import type { BoundedWork, Work } from '@lectern/contract/route';
import { createNetworkRate } from './network-rate.ts';
import { type Bound, createSemaphore, type Turn } from './semaphore.ts';
import type { Wire } from '../http/serve.ts';
import { siteOf } from './rate-limit.ts';
import { untilSent } from '../http/until-sent.ts';

/** `requests` in ten seconds from one network, and how much is worked on at once until it is sent. */
export type WorkLimit = Bound & { requests: number };

export type PublicWorkLimits = Readonly<Record<BoundedWork, WorkLimit>> & {
  /** Pictures and documents that are not kept yet and have to be decoded, drawn or written. */
  readonly making: Bound;
};

/**
 * A page asks for dozens of pictures, and an office stands behind one address; what costs something is bounded by
 * the places. Readers who take nothing hold the places of their own site, and most are left to others. The waiting of
 * `making` lasts some ten seconds at most.
 */
export const usualPublicWork: PublicWorkLimits = {
  page: { atOnce: 16, eachAtOnce: 4, waiting: 240, each: 128, requests: 300 },
  picture: { atOnce: 128, eachAtOnce: 24, waiting: 256, each: 256, requests: 1_000 },
  media: { atOnce: 256, eachAtOnce: 48, waiting: 512, each: 512, requests: 3_000 },
  making: { atOnce: 2, waiting: 64, each: 32 },
};

export type PublicWork = {
  /**
   * Runs the handler of a route that costs something within the bounds of its kind. Its place is given back when the
   * answer has been sent. Throws `busy` and `too_many_requests`, and `CallerGone` where `signal` says so before the turn
   * has come.
   */
  admit<T>(work: Work, wire: Wire, signal: AbortSignal, handle: () => Promise<T>): Promise<T>;
  /** The turn of a caller for what must be computed. */
  turnOf(owner: string): Turn;
};

/** Bounds what people who have not signed in can make the server do, in number and in rate. */
export function boundPublicWork(limits: PublicWorkLimits): PublicWork {
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
      return untilSent(places, { owner: siteOf(ip), signal }, reply, handle);
    },
    turnOf: (owner) => (work, signal) => making(work, { owner, signal }),
  };
}
