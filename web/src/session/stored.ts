import { useSyncExternalStore } from 'react';
import { writeStoredJson, readStoredJson } from '../ui/local-storage.ts';

/** A session as kept in local storage under a key of its own. */
export type SessionStore<Session> = {
  /** Calls back whenever it has changed, here or in another tab. */
  onChange(listener: () => void): () => void;
  current(): Session | undefined;
  save(next: Session): void;
  remove(): void;
  /** Undefined when nobody is signed in. */
  use(): Session | undefined;
};

/**
 * Keeps a session in local storage. Every tab follows: a sign-out in one reaches the others through the `storage`
 * event.
 */
export function storedSession<Session extends { id: string; token: string }>(key: string): SessionStore<Session> {
  const listeners = new Set<() => void>();
  const read = (): Session | undefined => {
    const value = readStoredJson(key) as Partial<Session> | undefined;
    return value?.token && value.id ? (value as Session) : undefined;
  };
  // Where the browser keeps nothing, it lives as long as the page.
  let session = read();
  function store(next: Session | undefined): void {
    session = next;
    writeStoredJson(key, next);
    for (const listener of listeners) listener();
  }
  globalThis.addEventListener?.('storage', (event) => {
    // A null key means that the whole storage was cleared.
    if (event.key !== key && event.key !== null) return;
    session = read();
    for (const listener of listeners) listener();
  });

  const onChange = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const current = (): Session | undefined => session;
  return {
    onChange,
    current,
    save: store,
    remove: () => store(undefined),
    use: () => useSyncExternalStore(onChange, current),
  };
}
