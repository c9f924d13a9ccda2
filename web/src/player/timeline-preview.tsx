import type { Tile } from './read-storyboard.ts';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { tileAt } from './storyboard.ts';
import { StoryboardPicture } from './storyboard-picture.tsx';

type TimelinePreviewProps = {
  tiles: readonly Tile[];
  seconds: number;
  /** Where on the line, in percent. */
  share: number;
  chapter?: string | undefined;
};

/** Shows picture, chapter and time at a point of the timeline, above it and within its width. */
export function TimelinePreview({ tiles, seconds, share, chapter }: TimelinePreviewProps) {
  const tile = tileAt(tiles, seconds);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full z-10 mb-1 w-60 -translate-x-1/2 overflow-hidden rounded-md border border-line bg-surface text-ink shadow-float"
      // Half of its own width is the nearest it comes to an end of the line.
      style={{ left: `clamp(7.5rem, ${share}%, calc(100% - 7.5rem))` }}
    >
      {tile && (
        <div className="overflow-hidden" style={{ aspectRatio: `${tile.width} / ${tile.height}` }}>
          <StoryboardPicture tile={tile} scale={previewWidth / tile.width} className="origin-top-left" />
        </div>
      )}
      <div className="grid gap-0.5 px-2.5 py-1.5 text-xs">
        {chapter && <span className="truncate font-medium">{chapter}</span>}
        <span className="text-soft tabular-nums">{formatDuration(seconds)}</span>
      </div>
    </div>
  );
}

/** CSS pixels: 15 rem without the border. */
const previewWidth = 238;
