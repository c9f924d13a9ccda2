import { CallError, createClient } from '@lectern/contract/client';
import type { Call } from '@lectern/contract/client';
import { toast } from '../ui/toast.tsx';
import { currentSession, removeSession } from './stored-session.ts';

/** Milliseconds between the message and the sign-out (specification section 9). */
const forcedLogoutDelay = 3_000;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds after which a page gives an answer up: whoever waits, and what is saved behind it, goes on. */
export const patience = 60_000;

const send = createClient({ token: () => currentSession()?.token, patience });

/** The server's answer to a dead session or a wrong role is a bare JSON string, unlike other refusals. */
export const isSignedOut = (error: CallError): boolean => error.body === 'Unauthorized' || error.body === 'Forbidden';

/**
 * Says why, then removes the session; the authenticated layout sends to /login when it is gone.
 * A session saved in the meantime (signed in again in another tab) is left alone.
 */
function forceLogout(): void {
  const dead = currentSession()?.token;
  if (leaving !== undefined || dead === undefined) return;
  // The plan page leaves without a word (specification section 8).
  if (location.pathname === '/asset/plan') return removeSession();
  toast.error('For security purposes, we have logged you out. Sorry for the inconvenience.', { duration: 2_500 });
  leaving = setTimeout(() => {
    leaving = undefined;
    if (currentSession()?.token === dead) removeSession();
  }, forcedLogoutDelay);
}

/**
 * Calls a route of the contract with the session's token. Throws `CallError`.
 * A dead session signs out after a message; a 402 (limit, expiry, tokens) shows the server's words.
 */
export const call: Call = async (route, input, init) => {
  try {
    return await send(route, input, init);
  } catch (error) {
    if (error instanceof CallError) {
      if (isSignedOut(error)) forceLogout();
      else if (error.status === 402)
        toast.error(error.msg || error.message || 'Something went wrong. Please try again.');
    }
    throw error;
  }
};

/** True when `call` has already told the user about this failure. */
export const isAnnounced = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 402 || isSignedOut(error));

/** The server's words for a failure, else the given text. */
export function failureText(error: unknown, otherwise = 'An error occurred. Please try again.'): string {
  if (!(error instanceof CallError)) return otherwise;
  if (isSignedOut(error)) return 'You are signed out.';
  return error.msg || otherwise;
}
