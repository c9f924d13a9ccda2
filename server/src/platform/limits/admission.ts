import type { Route, BoundedWork, RouteWork } from '@lectern/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearer } from '../http/bearer.ts';
import { isPublic } from '../http/access.ts';
import { type AccountPrincipal, personOf, type HttpExchange } from '../http/context.ts';
import { type OwnerSemaphore, type Bound, createSemaphore } from './semaphore.ts';
import { siteForIp } from './rate-limit.ts';
import { whenClosed, untilSent } from '../http/when-closed.ts';
import { Problem } from '@lectern/contract/problem';
import { createNetworkRate, createRate } from './rate.ts';

type MemberWorkLimits = {
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

type MemberWork = {
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
function boundMemberWork({ lookUps, deadSessions, calls }: MemberWorkLimits): MemberWork {
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

/** `requests` in ten seconds from one network, and how much is worked on at once until it is sent. */
export type WorkLimit = Bound & { requests: number };

type PublicWorkLimits = Readonly<Record<BoundedWork, WorkLimit>> & {
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

type PublicWork = {
  /**
   * Runs a handler within the limits of its kind of work; frees its place after sending. Throws `busy`,
   * `too_many_requests`, or `ClientDisconnected` if aborted before its turn.
   */
  admit<T>(work: RouteWork, wire: HttpExchange, signal: AbortSignal, handle: () => Promise<T>): Promise<T>;
  /** The turn of a caller for what must be computed. */
  turnOf(owner: string): OwnerSemaphore;
};

/** Bounds what people who have not signed in can make the server do, in number and in rate. */
function createAdmissionControl(limits: PublicWorkLimits): PublicWork {
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

/**
 * Bytes of all answers together: some dozens of the longest transcripts, which their readers take one after the other.
 */
const usuallyHeld = 256 * 1024 * 1024;

type Held = { bytes: number; answers: Map<FastifyReply, number> };

/** Notes an answer that is about to be sent, until it has been taken. */
type HoldAnswer = (owner: string, reply: FastifyReply, bytes: number) => void;

/**
 * Bounds the bytes of complete answers waiting for their readers. Beyond `most`, the owner holding the most loses its
 * oldest answer: the connection is closed.
 */
function boundHeldAnswers(most: number): HoldAnswer {
  const owners = new Map<string, Held>();
  let total = 0;

  function release(name: string, reply: FastifyReply): void {
    const held = owners.get(name);
    const bytes = held?.answers.get(reply);
    if (!held || bytes === undefined) return;
    total -= bytes;
    held.bytes -= bytes;
    held.answers.delete(reply);
    if (held.answers.size === 0) owners.delete(name);
  }

  /** Whether it has cut an answer off. */
  function cutOff(): boolean {
    if (total <= most) return false;
    let heaviest: [name: string, held: Held] | undefined;
    for (const each of owners) if (!heaviest || each[1].bytes > heaviest[1].bytes) heaviest = each;
    const [name, { bytes, answers }] = heaviest!;
    const [reply] = answers.keys();
    release(name, reply!);
    reply!.log.warn({ owner: name, bytes }, 'Too much is waiting to be read: an answer was cut off.');
    reply!.raw.destroy();
    return true;
  }

  return (name, reply, bytes) => {
    if (reply.raw.closed) return;
    const held = owners.get(name) ?? { bytes: 0, answers: new Map() };
    owners.set(name, held);
    held.answers.set(reply, bytes);
    held.bytes += bytes;
    total += bytes;
    void whenClosed(reply.raw).then(() => release(name, reply));
    while (cutOff());
  };
}

/** Bounds that are tighter than a real server's; each has a default. */
export type WorkLimits = {
  publicWork?: PublicWorkLimits | undefined;
  memberWork?: MemberWorkLimits | undefined;
  /** Bytes of answers that wait to be taken. */
  heldAnswers?: number | undefined;
};

/** For whom something is done: the account, or the site of somebody who has not signed in. */
const ownerOf = ({ ip }: FastifyRequest, principal: AccountPrincipal | undefined): string =>
  principal ? personOf(principal).id : siteForIp(ip);

export type Admission = {
  /** Returns the caller; undefined without a session or for a dead one. */
  callerOf(request: FastifyRequest, signal: AbortSignal): Promise<AccountPrincipal | undefined>;
  /**
   * Finds out who calls a route, and answers within the bounds of whoever that is: nothing is answered outside of them.
   */
  admit<T>(
    route: Route,
    wire: HttpExchange,
    signal: AbortSignal,
    answer: (principal: AccountPrincipal | undefined) => Promise<T>,
  ): Promise<T>;
  /** The turn of a caller for what must be computed. */
  turnOf(request: FastifyRequest, principal: AccountPrincipal | undefined): OwnerSemaphore;
  /** Notes an answer that is about to be sent, of so many bytes, until it has been taken. */
  hold(request: FastifyRequest, principal: AccountPrincipal | undefined, reply: FastifyReply, bytes: number): void;
};

/** Bounds what each caller can make the server do and hold, signed in or not. */
export function boundCallers(
  authenticate: (token: string, request: FastifyRequest) => Promise<AccountPrincipal | undefined>,
  limits: WorkLimits,
): Admission {
  const publicWork = createAdmissionControl(limits.publicWork ?? usualPublicWork);
  const memberWork = boundMemberWork(limits.memberWork ?? usualMemberWork);
  const held = boundHeldAnswers(limits.heldAnswers ?? usuallyHeld);

  const callerOf: Admission['callerOf'] = async (request, signal) => {
    const token = bearer(request);
    return token === undefined
      ? undefined
      : memberWork.identify(request.ip, signal, () => authenticate(token, request));
  };
  return {
    callerOf,
    async admit(route, { request, reply }, signal, answer) {
      if (isPublic(route)) return publicWork.admit(route.work, { request, reply }, signal, () => answer(undefined));
      const principal = await callerOf(request, signal);
      // A request without a caller needs no limits, because it is refused before any work.
      return principal ? memberWork.admit(principal, reply, signal, () => answer(principal)) : answer(undefined);
    },
    turnOf: (request, principal) => publicWork.turnOf(ownerOf(request, principal)),
    hold: (request, principal, reply, bytes) => held(ownerOf(request, principal), reply, bytes),
  };
}
