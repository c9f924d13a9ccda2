import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(min-width: 768px)');

const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether there is room for two columns (specification: 768 px and above). */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
