import { useSyncExternalStore } from 'react';
import { isServerAway, watchReach } from './reach.ts';

function subscribe(listener: () => void): () => void {
  const unwatch = watchReach(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    unwatch();
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the browser has a connection, and the server at its other end is there. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine && !isServerAway());
