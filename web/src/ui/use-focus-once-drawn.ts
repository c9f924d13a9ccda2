import { useEffect, useState } from 'react';

type Find = () => HTMLElement | null | undefined;

/**
 * Hands the focus to what the states set in the same turn have drawn. A frame of the browser may come before React
 * has drawn anything, when the focus would go nowhere.
 */
export function useFocusOnceDrawn(): (find: Find) => void {
  const [wanted, setWanted] = useState<{ find: Find }>();
  useEffect(() => wanted?.find()?.focus(), [wanted]);
  return (find) => setWanted({ find });
}
