import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem } from '@lectern/contract/problem';
import type { MediaInfo, Playable, Work } from '../port.ts';
import { progressSeconds, repackage, transcode } from './ffmpeg/arguments.ts';
import type { Ffmpeg } from './ffmpeg/run-ffmpeg.ts';
import type { PlaybackIndex } from './index/playback-index.ts';
import { longestGroup } from './probe/limits.ts';
import { resultOf } from './report.ts';

const indexThread = new URL('./index/index.thread.ts', import.meta.url);

/**
 * Lets `write` make a file under another name and gives it its own when it is whole and on the disk. The other name
 * is new each time: a process that outlived a killed server must not write into the file of its successor. What such
 * a server left goes first.
 */
export async function wholeFile(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  await removePartials(file);
  const partial = `${file}.${randomUUID()}.partial`;
  try {
    await write(partial);
    {
      await using handle = await open(partial, 'r');
      await handle.sync();
    }
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}

async function removePartials(file: string): Promise<void> {
  const folder = dirname(file);
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.partial'),
  );
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

export const progressOf =
  (duration: number, onProgress: Work['onProgress']) =>
  (chunk: Buffer): void => {
    const seconds = progressSeconds(chunk.toString());
    if (seconds !== undefined && duration > 0) onProgress?.(Math.min(1, seconds / duration));
  };

const hasLongGroups = ({ video }: PlaybackIndex): boolean =>
  video?.keyframes.some(([, time], n) => (video.keyframes[n + 1]?.[1] ?? video.end) - time > longestGroup) ?? false;

/** Makes a recording playable; see `Media.prepare`. */
export async function prepare(
  ffmpeg: Ffmpeg,
  original: string,
  info: MediaInfo,
  { rendition, index }: { rendition: string; index: string },
  { signal, onProgress }: Work = {},
): Promise<Playable> {
  const indexed = (file: string): Promise<PlaybackIndex> =>
    resultOf<PlaybackIndex>(indexThread, { file, index }, signal);
  if (info.playback === 'direct') {
    await indexed(original);
    return { file: original, index };
  }
  const write = (args: (partial: string) => string[], background: boolean): Promise<void> =>
    wholeFile(rendition, async (partial) => {
      await ffmpeg.run(args(partial), {
        signal,
        background,
        patience: 300,
        onOutput: progressOf(info.duration, onProgress),
      });
    });
  if (info.playback === 'repackage') {
    const copied = await write((partial) => repackage(original, partial, info.audio?.codec), false).then(
      () => indexed(rendition),
      (error: unknown) => {
        if (error instanceof Problem && error.code === 'media_failed') return undefined;
        throw error;
      },
    );
    if (copied && !hasLongGroups(copied)) return { file: rendition, index };
  }
  await write((partial) => transcode(original, partial), true);
  await indexed(rendition);
  return { file: rendition, index };
}
