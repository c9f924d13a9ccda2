import { mediaPaths } from '@lectern/contract/playback/playback';
import type { Video } from '@lectern/contract/videos/videos';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { tileAt, useStoryboard } from '../../player/storyboard.ts';
import { StoryboardPicture } from '../../player/storyboard-picture.tsx';

/** Looks through a recording while a mouse moves over its picture: what is there, and where, in seconds. */
export function useScrub({ playback_id, duration, steps }: Video): {
  scrub: ReactNode;
  shown: number | undefined;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave: () => void;
} {
  const [at, setAt] = useState<{ seconds: number; width: number }>();
  const [wanted, setWanted] = useState(false);
  const pictured = steps.some(({ step, state }) => step === 'storyboard' && state === 'done');
  const tiles = useStoryboard(pictured ? mediaPaths.storyboard(playback_id) : null, wanted);
  const tile = at && tileAt(tiles, at.seconds);
  return {
    scrub: tile && (
      <span
        aria-hidden
        className="absolute inset-x-0 top-1/2 block origin-top-left -translate-y-1/2"
        style={{ height: (tile.height / tile.width) * at.width }}
      >
        <StoryboardPicture tile={tile} scale={at.width / tile.width} className="origin-top-left" />
      </span>
    ),
    shown: tile && at.seconds,
    onPointerMove: ({ pointerType, clientX, currentTarget }) => {
      if (pointerType !== 'mouse' || duration <= 0) return;
      const { left, width } = currentTarget.getBoundingClientRect();
      setWanted(true);
      setAt({ seconds: Math.min(1, Math.max(0, (clientX - left) / width)) * duration, width });
    },
    onPointerLeave: () => setAt(undefined),
  };
}
