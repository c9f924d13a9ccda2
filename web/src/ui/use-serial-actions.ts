import { useRef, useState } from 'react';

/**
 * Runs named actions of a page or list. An action never starts twice at once; other actions wait, so no press is lost.
 * `isDoing` tells which buttons work.
 */
export function useSerialActions() {
  const [doing, setDoing] = useState<ReadonlySet<string>>(new Set());
  const begun = useRef(new Set<string>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const act = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    if (begun.current.has(name)) return;
    begun.current.add(name);
    setDoing(new Set(begun.current));
    const mine = last.current.then(work);
    last.current = mine.catch(() => undefined);
    try {
      await mine;
    } finally {
      begun.current.delete(name);
      setDoing(new Set(begun.current));
    }
  };
  return { act, isDoing: (name: string): boolean => doing.has(name) };
}
