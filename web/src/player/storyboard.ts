import type { Tile } from './read-storyboard.ts';
import { useEffect, useState } from 'react';

/** The picture of a second of the recording. Storyboards begin at 0. */
export const tileAt = (tiles: readonly Tile[], seconds: number): Tile | undefined =>
  tiles.findLast(({ start }) => start <= seconds);

/** The pictures of a storyboard, fetched when they are first wanted. Without them previews show the time alone. */
export function useStoryboard(address: string | null, wanted: boolean): readonly Tile[] {
  const [tiles, setTiles] = useState<readonly Tile[]>([]);
  useEffect(() => {
    if (!wanted || address === null) return;
    const abort = new AbortController();
    const load = async (): Promise<void> => {
      const [response, { readStoryboard }] = await Promise.all([
        fetch(address, { signal: abort.signal }),
        // With what knows every named character of HTML: 13 kB that no page needs at once.
        import('./read-storyboard.ts'),
      ]);
      if (response.ok) setTiles(readStoryboard(await response.text(), response.url));
    };
    load().catch(() => undefined);
    return () => abort.abort();
  }, [address, wanted]);
  return tiles;
}
