import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { runInSubprocess } from '../../../platform/subprocess/in-child.ts';
import {
  heardIn,
  type MediaInfo,
  type PlayableRecording,
  type Preparation,
  type Prepared,
  type ProgressOptions,
} from '../port.ts';
import { progressSeconds } from './ffmpeg/arguments.ts';
import { copiedBytes, encodedBytes } from './ffmpeg/limits.ts';
import { readPicture } from './ffmpeg/read-picture.ts';
import { type Canvas, firstPicture, formsOfPictures, repackage, transcode } from './ffmpeg/rendition.ts';
import type { Ffmpeg } from './ffmpeg/run-ffmpeg.ts';
import { listIndexFiles, type PlaybackIndex, recordSize } from './index/playback-index.ts';
import { readFfmpegDescription, probe } from './inspect.ts';
import { missingIn } from './missing.ts';
import { mostSamples } from './mp4/sample-table.ts';

const indexModule = new URL('./index/index.child.ts', import.meta.url);

/** Bytes: the records of the largest tables that are read, of picture and sound. */
const largestIndex = 2 * mostSamples * recordSize + 64 * 1024 ** 2;

/**
 * Writes under a new temporary name and renames once complete on disk, so a process that outlived its killed server
 * cannot touch the file. Removes leftovers first.
 */
export async function writeFileAtomically(file: string, write: (partial: string) => Promise<void>): Promise<void> {
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

export const createProgressReader =
  (duration: number, onProgress: ProgressOptions['onProgress']) =>
  (chunk: Buffer): void => {
    const seconds = progressSeconds(chunk.toString());
    if (seconds !== undefined && duration > 0) onProgress?.(Math.min(1, seconds / duration));
  };

/** Failures to copy, or to read a copy, after which it is re-encoded. */
const spoilsCopy: ReadonlySet<ProblemCode> = new Set(['media_failed', 'broken_media', 'media_unread']);

const cannotBeCopied = 'It cannot be copied into a format that browsers play.';

/** Writes the index of a file that can be played as it is. */
export const writeIndex = (
  playable: Pick<PlayableRecording, 'file' | 'index' | 'sound'>,
  signal?: AbortSignal,
): Promise<PlaybackIndex> => runInSubprocess<PlaybackIndex>(indexModule, playable, { signal, written: largestIndex });

/** Characters of what ffmpeg says of its progress: a block has some 300. */
const keptProgress = 2000;

/** The size in which a recording is encoded; undefined where its first picture cannot be read. */
async function canvasOf(
  ffmpeg: Ffmpeg,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Canvas | undefined> {
  // One that cannot be read at its beginning is concealed when it is encoded.
  const { output } = await ffmpeg.run(args, { signal, background: true, accept: [1, 69, 234, 183] });
  const [, width, height] = /^YUV4MPEG2 W(\d+) H(\d+) /.exec(output.subarray(0, 100).toString('latin1')) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

const startOfUnit = Buffer.from([0, 0, 1]).toString('latin1');

/** Whether the pictures of a copy change their form on the way, which browsers that play it do not expect. */
async function changesForm(ffmpeg: Ffmpeg, file: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { output } = await ffmpeg.run(formsOfPictures(file), { signal });
  // Units follow each other behind three bytes, of which some have a nought more before them.
  const forms = output
    .toString('latin1')
    .split(startOfUnit)
    .map((form) => form.replace(/\0$/, ''));
  return new Set(forms.filter((form) => form !== '')).size > 1;
}

/** Seconds by which a copy may end before what it was copied from. */
const lost = 0.25;

/** Makes a recording playable; see `Media.prepare`. */
export async function prepareRecording(
  { ffmpeg, canMapTones }: { ffmpeg: Ffmpeg; canMapTones: boolean },
  original: string,
  info: MediaInfo,
  { rendition, index }: { rendition: string; index: string },
  { signal, onProgress, beforeEncoding }: Preparation = {},
): Promise<Prepared> {
  const indexed = (file: string): Promise<PlaybackIndex> => writeIndex({ file, index }, signal);
  if (info.playback === 'direct') {
    const played = { file: original, index, ...heardIn(info) };
    await writeIndex(played, signal);
    return { ...played, info, written: listIndexFiles(index) };
  }
  const picture =
    info.kind === 'video'
      ? readPicture(await readFfmpegDescription(ffmpeg, original, signal, info.pieces?.[0]), info.encrypted ?? [])
      : undefined;
  /** Resolves with the end of what it said on the way, and of its messages. */
  async function write(
    args: (partial: string) => string[],
    written: number,
    background: boolean,
  ): Promise<{ said: string; messages: string }> {
    const tell = createProgressReader(info.duration, onProgress);
    let [said, messages] = ['', ''];
    const onOutput = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-keptProgress);
      tell(chunk);
    };
    await writeFileAtomically(rendition, async (partial) => {
      ({ messages } = await ffmpeg.run(args(partial), { signal, background, written, patience: 300, onOutput }));
    });
    return { said, messages };
  }

  const written = [rendition, ...listIndexFiles(index)];

  /**
   * A file of ours as it plays: one whose end was missing lasts as long as what could be read of it, and that is told.
   */
  function asPlayed({ duration }: PlaybackIndex, played: MediaInfo, missing: readonly string[]): Prepared {
    // Made a second time, it is told once.
    const told = new Set([...(info.unread?.split('. ') ?? []), ...missing]);
    const unread = [...told].join('. ');
    return {
      file: rendition,
      index,
      info: { ...played, duration, ...(unread === '' ? {} : { unread }) },
      written,
    };
  }

  /** The copy in another container, or why it does not do. */
  async function copied({ apart }: { apart: boolean }): Promise<Prepared | string> {
    try {
      const most = copiedBytes((await stat(original)).size, info.duration);
      const wrote = await write((partial) => repackage(original, partial, picture, info, { apart }), most, false);
      const { info: copy } = await probe(rendition, signal);
      if (copy?.playback !== 'direct') return copy?.reason ?? cannotBeCopied;
      if (picture && (await changesForm(ffmpeg, rendition, signal))) return 'Its picture changes its size on the way.';
      const found = await indexed(rendition);
      // ffmpeg ends with the first stream that breaks off.
      if (!apart && info.duration - found.duration > lost) return await copied({ apart: true });
      const made = { info: copy, duration: found.duration, ...wrote };
      return asPlayed(found, info, missingIn(info, made, 'copied'));
    } catch (error) {
      if (error instanceof Problem && spoilsCopy.has(error.code)) return cannotBeCopied;
      throw error;
    }
  }

  const copy = info.playback === 'repackage' ? await copied({ apart: false }) : info.reason;
  if (typeof copy === 'object') return copy;
  const encoded: MediaInfo = { ...info, playback: 'transcode', ...(copy ? { reason: copy } : {}) };
  beforeEncoding?.(encoded);
  const most = encodedBytes(info.duration);
  const recorded = info.pieces ? { file: original, pieces: info.pieces } : original;
  const canvas = picture && (await canvasOf(ffmpeg, firstPicture(recorded, picture, info), signal));
  const how = { canMapTones, canvas };
  const wrote = await write((partial) => transcode(recorded, partial, picture, info, how), most, true);
  const made = await probe(rendition, signal);
  const found = await indexed(rendition);
  return asPlayed(found, encoded, missingIn(info, { info: made.info, duration: found.duration, ...wrote }, 'encoded'));
}
