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
