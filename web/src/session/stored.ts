import { useSyncExternalStore } from 'react';

/** A session as kept in local storage under a key of its own. */
export type Stored<Session> = {
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
export function storedSession<Session extends { id: string; token: string }>(key: string): Stored<Session> {
  const listeners = new Set<() => void>();
  let text: string | null = null;
  let session: Session | undefined;

  function read(): void {
    try {
      text = localStorage.getItem(key);
    } catch {
      // Storage is refused in some private windows: the session then lives as long as the page.
    }
    session = parse(text);
  }
  function parse(stored: string | null): Session | undefined {
    if (!stored) return undefined;
    try {
      const value = JSON.parse(stored) as Partial<Session> | null;
      return value?.token && value.id ? (value as Session) : undefined;
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
      // See read.
    }
    for (const listener of listeners) listener();
  }

  read();
  globalThis.addEventListener?.('storage', (event) => {
    // A null key means that the whole storage was cleared.
    if (event.key !== key && event.key !== null) return;
    read();
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
    save: (next) => store(JSON.stringify(next)),
    remove: () => store(null),
    use: () => useSyncExternalStore(onChange, current),
  };
}
