import { Problem } from '@lectern/contract/problem';
import { buildStillArguments } from '../ffmpeg/arguments.ts';
import type { Ffmpeg } from '../ffmpeg/run-ffmpeg.ts';
import type { OpenPlayable } from '../index/playback-index.ts';
import { asStream, frameAt, readPictureGroup, keyframeBefore } from './frames.ts';

export type StillWish = { time: number; width?: number; format: 'jpeg' | 'png'; keyframe?: boolean };

/** The picture shown at a second; with `keyframe` the keyframe before it. Null for audio. */
export async function takeStill(
  ffmpeg: Ffmpeg,
  playable: OpenPlayable,
  { time, width, format, keyframe = false }: StillWish,
  signal?: AbortSignal,
): Promise<Buffer | null> {
  const { video } = playable.index;
  if (!video) return null;
  const group = await readPictureGroup(playable, video, keyframeBefore(video, time));
  const { decode, n } = keyframe ? { decode: 1, n: 0 } : frameAt(video, group, time);
  const input = asStream(playable, group.slice(0, decode));
  const { output } = await ffmpeg.run(buildStillArguments(n, { format, ...(width ? { width } : {}) }), {
    input,
    signal,
    patience: 30,
  });
  if (output.length === 0) throw new Problem('media_failed', { cause: `no picture at ${time} s` });
  return output;
}
