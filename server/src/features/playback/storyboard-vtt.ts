import { vttTime } from '@lectern/contract/rules/webvtt';
import type { Storyboard } from '../../ports/media/port.ts';

/** Where in which sheet the picture of each stretch of time is, as players read it (WebVTT with media fragments). */
export function storyboardVtt(
  { interval, tiles, tileWidth, tileHeight, columns, rows }: Storyboard,
  duration: number,
): string {
  const cues = Array.from({ length: tiles }, (_, n) => {
    const place = n % (columns * rows);
    const x = (place % columns) * tileWidth;
    const y = Math.floor(place / columns) * tileHeight;
    const end = n === tiles - 1 ? Math.max(duration, n * interval + 0.1) : (n + 1) * interval;
    const picture = `storyboard-${Math.floor(n / (columns * rows))}.jpg#xywh=${x},${y},${tileWidth},${tileHeight}`;
    return `${vttTime(n * interval)} --> ${vttTime(end)}\n${picture}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}
