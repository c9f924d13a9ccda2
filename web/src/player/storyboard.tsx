import { useEffect, useState } from 'react';
import { chunk } from '../ui/lazy-part.tsx';
import type { Tile } from './read-storyboard.ts';

type StoryboardPictureProps = {
  tile: Tile;
  /** How much larger than in its sheet. */
  scale: number;
  /** Where it lies in what is around it, which hides what stands out. */
  className: string;
};

/** One picture of a storyboard, cut out of its sheet. */
export const StoryboardPicture = ({ tile, scale, className }: StoryboardPictureProps) => (
  <span
    className={`block ${className}`}
    style={{
      width: tile.width,
      height: tile.height,
      backgroundImage: `url("${tile.sheet}")`,
      backgroundPosition: `-${tile.x}px -${tile.y}px`,
      scale: String(scale),
    }}
  />
);

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
        chunk(() => import('./read-storyboard.ts')),
      ]);
      if (response.ok) setTiles(readStoryboard(await response.text(), response.url));
    };
    load().catch(() => undefined);
    return () => abort.abort();
  }, [address, wanted]);
  return tiles;
}
