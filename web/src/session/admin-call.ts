import { CallError, createClient } from '@lectern/contract/client';
import type { Call } from '@lectern/contract/client';
import { toast } from '../ui/toast.tsx';
import { adminSession } from './admin-session.ts';
import { isSignedOut, patience } from './call.ts';

/** Milliseconds between the message and the sign-out (specification section 9). */
const forcedLogoutDelay = 3_000;
let leaving: ReturnType<typeof setTimeout> | undefined;

const send = createClient({ token: () => adminSession.current()?.token, patience });

/** Says why, then removes the session; the admin layout sends to /admin/login when it is gone. */
function forceLogout(): void {
  const dead = adminSession.current()?.token;
  if (leaving !== undefined || dead === undefined) return;
  toast.error('For security purposes, we have logged you out. Sorry for the inconvenience.', { duration: 2_500 });
  leaving = setTimeout(() => {
    leaving = undefined;
    if (adminSession.current()?.token === dead) adminSession.remove();
  }, forcedLogoutDelay);
}

/** Calls a route of the contract with the administrator's token. Throws `CallError`; a dead session signs out. */
export const adminCall: Call = async (route, input, init) => {
  try {
    return await send(route, input, init);
  } catch (error) {
    if (error instanceof CallError && isSignedOut(error)) forceLogout();
    throw error;
  }
};
