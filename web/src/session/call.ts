import { CallError, isUnreached } from '@lectern/contract/client';
import { isFinalStatus } from '@lectern/contract/rules/final-status';
import { createSessionCall, isSignedOut, unexplainedFailure } from './session-call.ts';
import { chunk } from '../ui/lazy-part.tsx';
import { toast } from '../ui/toast.tsx';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { currentSession, leaveWorkspace, mergeSession, removeSession } from './stored-session.ts';

export const call = createSessionCall({
  current: currentSession,
  remove: removeSession,
  leaveWorkspace,
  renew,
  // Few need it, and nobody at first.
  confirm: (send) =>
    chunk(() => import('./confirm-at-company.ts')).then(
      ({ confirmAtCompany }) => confirmAtCompany(send),
      () => false,
    ),
});

/** Hears what the person may do by now. */
function renew(): void {
  void call(accountRoutes.check, undefined).then(mergeSession, () => undefined);
}

/** True when `call` has already told the user about this failure. */
export const isAnnounced = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 402 || isSignedOut(error));

/** The server's words for a failure, else the given text. */
export function failureText(error: unknown, otherwise = 'An error occurred. Please try again.'): string {
  if (!(error instanceof CallError)) return otherwise;
  if (isSignedOut(error)) return 'You are signed out.';
  return error.msg || (error.status === 402 ? unexplainedFailure : otherwise);
}

/** A refusal that asking again will not change: what is asked for is gone, or the session is. */
export const isFinal = (error: unknown): boolean => error instanceof CallError && isFinalStatus(error.status);

/** Why something a page shows is not there: it comes by itself when the server was not to be reached. */
export function whyMissing(error: unknown): string {
  if (isUnreached(error)) return failureText(error, 'The server cannot be reached.');
  return failureText(error, isFinal(error) ? 'The server refused it.' : undefined);
}

/** Says in a message why something failed, unless `call` has said it. */
export function tellFailure(error: unknown): void {
  if (!isAnnounced(error)) toast.error(failureText(error));
}

export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    tellFailure(error);
  }
}
