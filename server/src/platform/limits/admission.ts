import type { Route } from '@lectern/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearer } from '../http/bearer.ts';
import { isPublic } from '../http/access.ts';
import { type AccountPrincipal, personOf, type HttpExchange } from '../http/context.ts';
import { boundHeldAnswers, usuallyHeld } from '../http/held-answers.ts';
import { boundMemberWork, type MemberWorkLimits, usualMemberWork } from './member-work.ts';
import { createAdmissionControl, type PublicWorkLimits, usualPublicWork } from './admission-control.ts';
import type { OwnerSemaphore } from './semaphore.ts';
import { siteForIp } from './rate-limit.ts';

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
  authenticate: (token: string) => Promise<AccountPrincipal | undefined>,
  limits: WorkLimits,
): Admission {
  const publicWork = createAdmissionControl(limits.publicWork ?? usualPublicWork);
  const memberWork = boundMemberWork(limits.memberWork ?? usualMemberWork);
  const held = boundHeldAnswers(limits.heldAnswers ?? usuallyHeld);

  const callerOf: Admission['callerOf'] = async (request, signal) => {
    const token = bearer(request);
    return token === undefined ? undefined : memberWork.identify(request.ip, signal, () => authenticate(token));
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
