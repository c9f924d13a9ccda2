import type { UserSession } from '@lectern/contract/accounts';
import { useSyncExternalStore } from 'react';

/**
 * The signed-in subscriber as kept in local storage. Every tab follows: a sign-out in one
 * reaches the others through the `storage` event.
 */
const key = 'lectern.session';
const listeners = new Set<() => void>();

let text: string | null = readText();
let session: UserSession | undefined = parse(text);

function readText(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is refused in some private windows: the session then lives as long as the page.
    return text ?? null;
  }
}

function parse(stored: string | null): UserSession | undefined {
  if (!stored) return undefined;
  try {
    const value = JSON.parse(stored) as Partial<UserSession> | null;
    return value?.token && value.id ? (value as UserSession) : undefined;
  } catch {
    return undefined;
  }
}

function store(next: string | null): void {
  text = next;
  session = parse(next);
  try {
    if (next === null) localStorage.removeItem(key);
    else localStorage.setItem(key, next);
  } catch {
    // See readText.
  }
  for (const listener of listeners) listener();
}

globalThis.addEventListener?.('storage', (event) => {
  // A null key means that the whole storage was cleared.
  if (event.key !== key && event.key !== null) return;
  text = readText();
  session = parse(text);
  for (const listener of listeners) listener();
});

/** Calls back whenever the session has changed, here or in another tab. */
export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentSession = (): UserSession | undefined => session;

export const saveSession = (next: UserSession): void => store(JSON.stringify(next));

/** Merges fresh fields (the answer of the session check) into the stored session, if there is one. */
export const mergeSession = (fields: Partial<UserSession>): void => {
  if (session) store(JSON.stringify({ ...session, ...fields }));
};

export const removeSession = (): void => store(null);

/** The stored session, undefined when nobody is signed in. */
export const useSession = (): UserSession | undefined => useSyncExternalStore(onSessionChange, currentSession);

/** For pages under the authenticated layout, which are only shown with a session. */
export function useMember(): UserSession {
  const member = useSession();
  if (!member) throw new Error('A page for subscribers was shown without a session.');
  return member;
}
