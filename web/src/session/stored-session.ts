import type { UserSession } from '@lectern/contract/accounts/accounts';
import { storedSession } from './stored.ts';

const subscriber = storedSession<UserSession>('lectern.session');

/** Calls back whenever the session has changed, here or in another tab. */
export const onSessionChange = subscriber.onChange;

export const currentSession = subscriber.current;

/** Whether nobody is signed in because somebody has logged out on this page. */
let isLeft = false;

export function saveSession(session: UserSession): void {
  isLeft = false;
  subscriber.save(session);
}

/** Merges fresh fields (the answer of the session check) into the stored session, if there is one. */
export const mergeSession = (fields: Partial<UserSession>): void => {
  const session = currentSession();
  if (session) saveSession({ ...session, ...fields });
};

export const removeSession = subscriber.remove;

/** Logs out by choice: nobody is led back to where that was. */
export function leaveSession(): void {
  isLeft = true;
  removeSession();
}

/** See `leaveSession`. */
export const hasLeft = (): boolean => isLeft;

export const useSession = subscriber.use;

/** For pages under the authenticated layout, which are only shown with a session. */
export function useMember(): UserSession {
  const member = useSession();
  if (!member) throw new Error('A page for subscribers was shown without a session.');
  return member;
}

/**
 * URL the authenticated layout sent to login, kept in the history entry and never read from a URL. `account` is its
 * owner, unless opened without a session.
 */
export type WayBack = { from: string; account: string | undefined };

/** Where a sign-in leads: the page of one account is not another's. */
export function wayBack(state: unknown, account: string): string {
  const { from, account: whose } = (state ?? {}) as Partial<WayBack>;
  return typeof from === 'string' && (whose === undefined || whose === account) ? from : '/asset/view';
}
