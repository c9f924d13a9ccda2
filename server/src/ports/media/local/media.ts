import { dirname } from 'node:path';
import { Problem } from '@lectern/contract/problem';
import type { Log } from '../../../platform/log.ts';
import type { Media, Playable } from '../port.ts';
import { makeClip } from './clips/clip.ts';
import { captions, samples, speechFile } from './ffmpeg/arguments.ts';
import { findFfmpeg } from './ffmpeg/find-ffmpeg.ts';
import { createFfmpeg } from './ffmpeg/run-ffmpeg.ts';
import { cutSegment, initSegment } from './index/cut-segment.ts';
import { type OpenPlayable, type PlaybackIndex, readIndex, withOpen } from './index/playback-index.ts';
import { mediaPlaylist, multivariantPlaylist } from './index/playlists.ts';
import { inspect } from './inspect.ts';
import { makeStoryboard } from './pictures/storyboard.ts';
import { takeStill } from './pictures/still.ts';
import { createThumbnailCache } from './pictures/thumbnail-cache.ts';
import { prepare } from './prepare.ts';
import { createTurns } from '../../../platform/turns.ts';

/** Widths of thumbnails: few, so that the cache is hit and stays small. */
const widths = [160, 320, 640, 960, 1280, 1920];

/** Indexes kept in memory, about 150 kB each for three hours. */
const keptIndexes = 32;

/** Stills that are decoded at a time. */
const stillsAtOnce = 2;

export type LocalMediaOptions = {
  ffmpegPath?: string | undefined;
  /** Folder of pictures that may be lost. */
  cacheDir: string;
  log: Log;
};

/** Recordings on this machine's disk, with ffmpeg for what needs decoding. */
export async function createLocalMedia({ ffmpegPath, cacheDir, log }: LocalMediaOptions): Promise<Media> {
  const { program, version, notices } = await findFfmpeg(ffmpegPath);
  log.debug({ ffmpeg: program ?? 'none' }, 'Media engine.');
  const ffmpeg = createFfmpeg(program);
  const cache = createThumbnailCache(cacheDir);
  const inTurn = createTurns(stillsAtOnce);
  const indexes = new Map<string, PlaybackIndex>();

  async function indexOf({ index }: Playable): Promise<PlaybackIndex> {
    const kept = indexes.get(index);
    const read = kept ?? (await readIndex(index));
    // A map keeps the order of insertion: the last used one goes to its end.
    indexes.delete(index);
    indexes.set(index, read);
    if (indexes.size > keptIndexes) indexes.delete(indexes.keys().next().value!);
    return read;
  }

  const opened = async <T>(playable: Playable, use: (open: OpenPlayable) => Promise<T>): Promise<T> =>
    withOpen(playable, await indexOf(playable), use);

  return {
    engine: program === undefined ? 'no ffmpeg' : `ffmpeg ${version}`,
    notices,
    inspect: (file, signal) => inspect(ffmpeg, file, signal),
    async prepare(original, info, target, work) {
      indexes.delete(target.index);
      return prepare(ffmpeg, original, info, target, work);
    },
    multivariantPlaylist: async (playable) => multivariantPlaylist(await indexOf(playable)),
    mediaPlaylist: async (playable) => mediaPlaylist(await indexOf(playable)),
    initSegment: async (playable) => initSegment(await indexOf(playable)),
    async segment(playable, n) {
      const bytes = await opened(playable, (open) => cutSegment(open, n));
      if (!bytes) throw new Problem('not_found');
      return bytes;
    },
    async thumbnail(playable, { time, width: wished, keyframe = false }, signal) {
      const { video } = await indexOf(playable);
      if (!video) return null;
      const shown = video.rotation === 90 || video.rotation === 270 ? video.height : video.width;
      const width = Math.min(widths.find((width) => width >= wished) ?? widths.at(-1)!, shown - (shown % 2));
      const tenths = Math.round(Math.min(time, Math.max(0, video.end - 0.1)) * 10);
      const name = `${tenths}-${width}${keyframe ? '-key' : ''}.jpg`;
      return cache.through(playable.index, name, () =>
        inTurn(() =>
          opened(playable, (open) =>
            takeStill(ffmpeg, open, { time: tenths / 10, width, format: 'jpeg', keyframe }, signal),
          ),
        ),
      );
    },
    screenshot: (playable, time, signal) =>
      inTurn(() => opened(playable, (open) => takeStill(ffmpeg, open, { time, format: 'png' }, signal))),
    storyboard: (playable, folder, work) => opened(playable, (open) => makeStoryboard(ffmpeg, open, folder, work)),
    clip: (playable, range, outFile, work) =>
      opened(playable, (open) => makeClip(ffmpeg, playable, open, range, outFile, work)),
    async embeddedCaptions(file, track, signal) {
      return (await ffmpeg.run(captions(file, track), { signal, patience: 300 })).output.toString();
    },
    samples: (file, from, signal) => ffmpeg.stream(samples(file, from), { signal }),
    async speechFile(file, { start, end }, outFile, signal) {
      await ffmpeg.run(speechFile(file, start, end, outFile), { signal, background: true });
    },
    async forget(folder) {
      for (const index of indexes.keys()) if (dirname(index) === folder) indexes.delete(index);
      await cache.forget(folder);
    },
    close: () => ffmpeg.close(),
  };
}
