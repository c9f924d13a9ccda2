import { useEffect, useState } from 'react';

type Find = () => HTMLElement | null | undefined;

/**
 * Moves focus to elements drawn by state set in the same turn. A browser frame may come before React has drawn them.
 */
export function useFocusOnceDrawn(): (find: Find) => void {
  const [wanted, setWanted] = useState<{ find: Find }>();
  useEffect(() => wanted?.find()?.focus(), [wanted]);
  return (find) => setWanted({ find });
}
