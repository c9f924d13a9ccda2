import { once } from 'node:events';
import { Problem } from '@lectern/contract/problem';
import type { BoundedWork, Work } from '@lectern/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Bound, createSemaphore } from './semaphore.ts';
import type { Wire } from './serve.ts';
import { networkOf } from './tries.ts';

/** `requests` in ten seconds from one network, and how much is worked on at once until it is sent. */
export type WorkLimit = Bound & { requests: number };

export type PublicWorkLimits = Readonly<Record<BoundedWork, WorkLimit>> & {
  /** Pictures that are not kept yet and have to be decoded or drawn. */
  readonly making: Bound;
};

/**
 * A page asks for dozens of pictures, and an office stands behind one address; what costs something is bounded by
 * the places. The waiting of `making` lasts some ten seconds at most.
 */
const usual: PublicWorkLimits = {
  page: { atOnce: 16, waiting: 240, each: 128, requests: 300 },
  picture: { atOnce: 128, waiting: 256, each: 256, requests: 1_000 },
  media: { atOnce: 256, waiting: 512, each: 512, requests: 3_000 },
  making: { atOnce: 2, waiting: 64, each: 32 },
};

/** Milliseconds. */
const rateWindow = 10_000;

/** Waits for the turn of whoever asked, then runs the work. Throws `busy`, and the signal's reason where that ends the waiting. */
export type Turn = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export type PublicWork = {
  /**
   * Runs the handler of a route that costs something within the bounds of its kind. Its place is given back when the
   * answer has been sent: one that nobody takes fills the memory too. Throws `busy` and `too_many_requests`, and
   * `CallerGone` where `signal` says so before the turn has come.
   */
  admit<T>(work: Work | undefined, wire: Wire, signal: AbortSignal, handle: () => Promise<T>): Promise<T>;
  /** The turn of a caller for what must be computed. */
  turnOf(request: FastifyRequest): Turn;
};

/** Bounds what people who have not signed in can make the server do, in number and in rate. */
export function boundPublicWork(app: FastifyInstance, limits: PublicWorkLimits = usual): PublicWork {
  const callerOf = ({ ip }: FastifyRequest): string => networkOf(ip);
  const kinds = Object.fromEntries(
    (['page', 'picture', 'media'] as const).map((kind) => {
      const { requests, ...bound } = limits[kind];
      const rate = app.createRateLimit({ max: requests, timeWindow: rateWindow, keyGenerator: callerOf });
      return [kind, { places: createSemaphore(bound), rate }];
    }),
  );
  const making = createSemaphore(limits.making);
  return {
    async admit(work, { request, reply }, signal, handle) {
      const kind = kinds[work ?? ''];
      if (!kind) return handle();
      const rate = await kind.rate(request);
      if (!rate.isAllowed && rate.isExceeded) throw new Problem('too_many_requests');
      const admission = { owner: callerOf(request), signal };
      const admitted = Promise.withResolvers<Awaited<ReturnType<typeof handle>>>();
      kind
        .places(async () => {
          const closed = reply.raw.closed ? undefined : once(reply.raw, 'close').catch(() => undefined);
          try {
            admitted.resolve(await handle());
          } catch (error) {
            admitted.reject(error);
          }
          await closed;
        }, admission)
        .catch((error: unknown) => admitted.reject(error));
      return admitted.promise;
    },
    turnOf: (request) => (work, signal) => making(work, { owner: callerOf(request), signal }),
  };
}
