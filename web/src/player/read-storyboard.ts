import { parseWebvtt } from '@lectern/contract/rules/webvtt';

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
