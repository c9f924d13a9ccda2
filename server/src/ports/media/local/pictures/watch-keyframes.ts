import type { IndexedVideo } from '../index/playback-index.ts';
import type { SlideChange, watchSlides } from './slide-changes.ts';

/**
 * Seconds of which one picture is looked at. Pixels rest for longer; where every frame is a keyframe, all would take
 * minutes.
 */
const span = 0.5;

/** Shows keyframes to who watches for slides, one of each span, and tells changes by the numbers of keyframes. */
export function watchKeyframes(
  { see, changes }: ReturnType<typeof watchSlides>,
  { keyframes }: Pick<IndexedVideo, 'keyframes'>,
) {
  /** Numbers of the keyframes that were looked at. */
  const looked: number[] = [];
  let watched = -Infinity;
  return {
    /** Takes the picture of keyframe `n`; they come in order. */
    see(picture: Uint8Array, n: number): void {
      const time = keyframes[n]?.[1];
      if (time === undefined || Math.floor(time / span) <= watched) return;
      watched = Math.floor(time / span);
      looked.push(n);
      see(picture, time);
    },
    changes: (): SlideChange[] =>
      changes().map((change) => ({ ...change, before: looked[change.before]!, after: looked[change.after]! })),
  };
}
