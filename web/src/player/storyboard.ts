import { parseWebvtt } from '@lectern/contract/rules/webvtt';
import { useEffect, useState } from 'react';

/** A picture of the storyboard: a piece of a sheet, for a stretch of time. Pixels and seconds. */
export type Tile = { start: number; sheet: string; x: number; y: number; width: number; height: number };

/** Reads a storyboard in WebVTT with media fragments; what is no picture is passed over. */
export function readStoryboard(vtt: string, address: string): Tile[] {
  return parseWebvtt(vtt).flatMap(({ start, text }) => {
    const [, file, x, y, width, height] = /^(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$/.exec(text.trim()) ?? [];
    if (file === undefined) return [];
    const sheet = new URL(file, address).href;
    return [{ start, sheet, x: Number(x), y: Number(y), width: Number(width), height: Number(height) }];
  });
}

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
      const response = await fetch(address, { signal: abort.signal });
      if (response.ok) setTiles(readStoryboard(await response.text(), response.url));
    };
    load().catch(() => undefined);
    return () => abort.abort();
  }, [address, wanted]);
  return tiles;
}
