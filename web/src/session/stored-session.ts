import type { UserSession } from '@lectern/contract/accounts/accounts';
import type { OwnWorkspace } from '@lectern/contract/accounts/workspaces';
import type { Right } from '@lectern/contract/rules/rights';
import type { ReactNode } from 'react';
import { createStore } from '../ui/store.ts';
import { keepTextInTab, readTextInTab } from '../ui/local-storage.ts';
import { storedSession } from './stored.ts';

/** A session with what was last heard of the person's workspaces: the sidebar waits for no answer to show them. */
export type KeptSession = UserSession & { workspaces?: readonly OwnWorkspace[] | undefined };

const tabKey = (account: string): string => `lectern.workspace.${account}`;

/**
 * A tab stays in its workspace, whichever the others are in. What may be done there it knows from what it showed before,
 * else from the next check.
 */
function inOwnWorkspace(saved: KeptSession, own?: KeptSession): KeptSession {
  const id = readTextInTab(tabKey(saved.id));
  if (id === undefined || saved.workspace?.id === id) return saved;
  if (own?.id === saved.id && own.workspace?.id === id)
    return { ...own, workspaces: saved.workspaces, token: saved.token };
  return { ...saved, workspace: { id, role: 'viewer', rights: {} } };
}

const subscriber = storedSession<KeptSession>('lectern.session', inOwnWorkspace);

/** Calls back whenever the session has changed, here or in another tab. */
export const onSessionChange = subscriber.onChange;

export const currentSession = subscriber.current;

/** Whether nobody is signed in because somebody has logged out on this page. */
let isLeft = false;

export function saveSession(session: KeptSession): void {
  isLeft = false;
  keepTextInTab(tabKey(session.id), session.workspace?.id);
  subscriber.save(session);
}

/** Merges fresh fields (the answer of the session check) into the stored session, if there is one. */
export const mergeSession = (fields: Partial<KeptSession>): void => {
  const session = currentSession();
  if (session) saveSession({ ...session, ...fields });
};

export const removeSession = subscriber.remove;

/** Names what the caches of a tab are of: a person in a workspace. */
export const scopeOf = ({ id, workspace }: UserSession): string => `${id} ${workspace?.id ?? id}`;

/** Workspaces that a person works in: their own only once it has begun. */
export const isOpened = ({ started, is_personal }: OwnWorkspace): boolean => started || !is_personal;

const left = createStore<string | undefined>(undefined);

/** The name of the workspace that has just been closed to the person, until it is told. */
export const useLeftWorkspace = left.use;
export const forgetLeftWorkspace = (): void => left.set(undefined);

/** Goes on in another workspace, as the one with this id is not open to the person any more. */
export function leaveWorkspace(id: string | undefined): void {
  const session = currentSession();
  if (!session || session.workspace?.id !== id) return;
  const { workspaces = [] } = session;
  const others = workspaces.filter((each) => each.id !== id);
  const next = others.find(isOpened) ?? { id: session.id, role: 'owner' as const };
  left.set(workspaces.find((each) => each.id === id)?.name ?? 'this workspace');
  // The next check says the rights there.
  saveSession({ ...session, workspaces: others, workspace: { id: next.id, role: next.role, rights: {} } });
}

/** Logs out by choice: nobody is led back to where that was. */
export function leaveSession(): void {
  isLeft = true;
  removeSession();
}

/** See `leaveSession`. */
export const hasLeft = (): boolean => isLeft;

export const useSession = subscriber.use;

/** For pages under the authenticated layout, which are only shown with a session. */
export function useMember(): KeptSession {
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

/** Tells what the member may do in their workspace; with who made something, whether they may do it to that. */
export function useCan(): (right: Right, madeBy?: string | null) => boolean {
  const session = useSession();
  return (right, madeBy) => {
    // Sessions that an older version of this page stored do not say it.
    const reach = session?.workspace ? session.workspace.rights[right] : 'any';
    return reach === 'any' || (reach === 'own' && (madeBy === undefined || madeBy === session?.id));
  };
}

type AllowedProps = { right: Right; madeBy?: string | null; instead?: ReactNode; children: ReactNode };

/** Leaves out what the member may not do. */
export const Allowed = ({ right, madeBy, instead, children }: AllowedProps) =>
  useCan()(right, madeBy) ? children : instead;
