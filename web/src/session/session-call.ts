import { CallError, createClient, hasErrorCode, type Call } from '@lectern/contract/client';
import { toast } from '../ui/toast.tsx';
import type { SessionStore } from './stored.ts';

/** The words for a refusal that has none of its own (specification section 8). */
export const unexplainedFailure = 'Something went wrong. Please try again.';

/** Milliseconds between the message and the sign-out (specification section 9). */
const forcedLogoutDelay = 3_000;

/**
 * Milliseconds after which a page stops waiting for an answer: so that the person, and what is to be saved next, can go
 * on.
 */
const patience = 60_000;

/** The server's answer to a dead session or a wrong role is a bare JSON string, unlike other refusals. */
export const isSignedOut = (error: CallError): boolean => error.body === 'Unauthorized' || error.body === 'Forbidden';

/**
 * Calls contract routes with a session token. Throws `CallError`. Removes dead sessions after a message, leading to
 * login; shows the server's text on 402 (limit, expiry, tokens).
 */
export function createSessionCall<Session extends { id: string; token: string; workspace?: { id: string } }>(
  session: Pick<SessionStore<Session>, 'current' | 'remove'> & {
    leaveWorkspace?: (id: string | undefined) => void;
    renew?: () => void;
    /** Has the company confirm the person, where it has to; whether it did. */
    confirm?: (send: Call) => Promise<boolean>;
  },
): Call {
  const token = (): string | undefined => session.current()?.token;
  const workspace = (): string | undefined => session.current()?.workspace?.id;
  const send = createClient({ token, workspace, patience });
  let leaving: ReturnType<typeof setTimeout> | undefined;

  /** Leaves a session alone that was saved in the meantime: signed in again, in this tab or another. */
  function forceLogout(dead: string | undefined): void {
    if (leaving !== undefined || dead === undefined || token() !== dead) return;
    // The plan page leaves without a word (specification section 8).
    if (/^\/asset\/plan\/?$/.test(location.pathname)) return session.remove();
    toast.error('For security purposes, we have logged you out. Sorry for the inconvenience.', { duration: 2_500 });
    leaving = setTimeout(() => {
      leaving = undefined;
      if (token() === dead) session.remove();
    }, forcedLogoutDelay);
  }

  /** Sends again what was refused before anything was done, once the company has confirmed the same person. */
  const sendConfirmed: Call = async (route, input, init) => {
    const { id } = session.current() ?? {};
    try {
      return await send(route, input, init);
    } catch (error) {
      if (!session.confirm || !hasErrorCode(error, 'sign_in_due')) throw error;
      if (!(await session.confirm(send)) || session.current()?.id !== id) throw error;
      return send(route, input, init);
    }
  };

  return async (route, input, init) => {
    const sentWith = token();
    const sentIn = init?.workspace ?? workspace();
    try {
      return await sendConfirmed(route, input, init);
    } catch (error) {
      if (error instanceof CallError) {
        if (isSignedOut(error)) forceLogout(sentWith);
        else if (hasErrorCode(error, 'workspace_left')) session.leaveWorkspace?.(sentIn);
        else if (hasErrorCode(error, 'role_too_low')) session.renew?.();
        else if (error.status === 402) toast.error(error.msg || unexplainedFailure);
      }
      throw error;
    }
  };
}
