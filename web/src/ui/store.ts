import { useSyncExternalStore } from 'react';

/** A value outside of React: what follows it may come and go. */
export type Store<T> = {
  get(): T;
  set(next: T): void;
  /** Calls back after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  use(): T;
};

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = (): T => value;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  };
}
