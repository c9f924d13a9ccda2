import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { inChild } from '../../../platform/confined/in-child.ts';
import type { MediaInfo, Playable, Preparation, Prepared, Work } from '../port.ts';
import { progressSeconds } from './ffmpeg/arguments.ts';
import { copiedBytes, encodedBytes } from './ffmpeg/limits.ts';
import { readPicture } from './ffmpeg/read-picture.ts';
import { repackage, transcode } from './ffmpeg/rendition.ts';
import type { Ffmpeg } from './ffmpeg/run-ffmpeg.ts';
import { filesOf, type PlaybackIndex, recordSize } from './index/playback-index.ts';
import { describe, probe } from './inspect.ts';
import { mostSamples } from './mp4/sample-table.ts';

const indexModule = new URL('./index/index.child.ts', import.meta.url);

/** Bytes: the records of the largest tables that are read, of picture and sound. */
const largestIndex = 2 * mostSamples * recordSize + 64 * 1024 ** 2;

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

/** Failures to copy, or to read a copy, after which it is encoded anew. */
const spoilsCopy: ReadonlySet<ProblemCode> = new Set(['media_failed', 'broken_media', 'media_unread']);

const cannotBeCopied = 'It cannot be copied into a format that browsers play.';

/** Writes the index of a file that can be played as it is. */
export const writeIndex = (playable: Pick<Playable, 'file' | 'index'>, signal?: AbortSignal): Promise<PlaybackIndex> =>
  inChild<PlaybackIndex>(indexModule, playable, { signal, written: largestIndex });

/** Makes a recording playable; see `Media.prepare`. */
export async function prepare(
  { ffmpeg, canMapTones }: { ffmpeg: Ffmpeg; canMapTones: boolean },
  original: string,
  info: MediaInfo,
  { rendition, index }: { rendition: string; index: string },
  { signal, onProgress, beforeEncoding }: Preparation = {},
): Promise<Prepared> {
  const indexed = (file: string): Promise<PlaybackIndex> => writeIndex({ file, index }, signal);
  if (info.playback === 'direct') {
    await indexed(original);
    return { file: original, index, info, written: filesOf(index) };
  }
  const picture = info.kind === 'video' ? readPicture(await describe(ffmpeg, original, signal)) : undefined;
  const write = (args: (partial: string) => string[], written: number, background: boolean): Promise<void> =>
    wholeFile(rendition, async (partial) => {
      await ffmpeg.run(args(partial), {
        signal,
        background,
        written,
        patience: 300,
        onOutput: progressOf(info.duration, onProgress),
      });
    });

  const written = [rendition, ...filesOf(index)];

  /** Why a copy in another container does not do; undefined when it does. */
  async function copied(): Promise<string | undefined> {
    try {
      const most = copiedBytes((await stat(original)).size, info.duration);
      await write((partial) => repackage(original, partial, picture, info), most, false);
      const copy = await probe(rendition, signal);
      if (copy?.playback !== 'direct') return copy?.reason ?? cannotBeCopied;
      await indexed(rendition);
      return undefined;
    } catch (error) {
      if (error instanceof Problem && spoilsCopy.has(error.code)) return cannotBeCopied;
      throw error;
    }
  }

  const objection = info.playback === 'repackage' ? await copied() : info.reason;
  if (info.playback === 'repackage' && objection === undefined) return { file: rendition, index, info, written };
  const encoded: MediaInfo = { ...info, playback: 'transcode', ...(objection ? { reason: objection } : {}) };
  beforeEncoding?.(encoded);
  const most = encodedBytes(info.duration);
  await write((partial) => transcode(original, partial, picture, info, canMapTones), most, true);
  await indexed(rendition);
  return { file: rendition, index, info: encoded, written };
}
