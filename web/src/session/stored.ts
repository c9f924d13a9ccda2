import { writeStoredJson, readStoredJson } from '../ui/local-storage.ts';
import { createStore } from '../ui/store.ts';

/** A session as kept in local storage under a key of its own; undefined when nobody is signed in. */
export type SessionStore<Session> = {
  /** Calls back whenever it has changed, here or in another tab. */
  onChange(listener: () => void): () => void;
  current(): Session | undefined;
  save(next: Session): void;
  remove(): void;
  use(): Session | undefined;
};

/**
 * Keeps a session in local storage. Every tab follows, through the `storage` event; `adopt` makes of a saved session what a
 * tab shows.
 */
export function storedSession<Session extends { id: string; token: string }>(
  key: string,
  adopt: (saved: Session, own?: Session) => Session = (saved) => saved,
): SessionStore<Session> {
  const read = (): Session | undefined => {
    const value = readStoredJson(key) as Partial<Session> | undefined;
    return value?.token && value.id ? (value as Session) : undefined;
  };
  // Where the browser keeps nothing, it lives as long as the page.
  const adopted = (saved: Session | undefined, own?: Session) => saved && adopt(saved, own);
  const session = createStore(adopted(read()));
  const save = (next: Session | undefined): void => {
    // Kept before it is told: who hears of it may read it.
    writeStoredJson(key, next);
    session.set(next);
  };
  globalThis.addEventListener?.('storage', (event) => {
    // A null key means that the whole storage was cleared.
    if (event.key === key || event.key === null) session.set(adopted(read(), session.get()));
  });
  return { onChange: session.subscribe, current: session.get, save, remove: () => save(undefined), use: session.use };
}
