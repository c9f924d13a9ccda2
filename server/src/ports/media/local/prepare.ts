import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem, type ProblemCode } from '@lectern/contract/problem';
import {
  playableSoundOf,
  type MediaInfo,
  type Preparation,
  type PreparedMedia,
  type ProgressOptions,
} from '../port.ts';
import { progressSeconds, copiedIn, picturesIn } from './ffmpeg/arguments.ts';
import { copiedBytes, encodedBytes } from './ffmpeg/limits.ts';
import { readPicture } from './ffmpeg/read-picture.ts';
import { type Canvas, firstPicture, formsOfPictures, repackage, transcode } from './ffmpeg/rendition.ts';
import type { Ffmpeg } from './ffmpeg/run-ffmpeg.ts';
import { listIndexFiles, type PlaybackIndex } from './index/playback-index.ts';
import { readFfmpegDescription } from './inspect.ts';
import { probe, writeIndex } from './reader.ts';
import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { formatTimecode } from '@lectern/contract/rules/timecode';

/** Share and number of pictures that may be left out without a word: the doubles of a moment. */
const isMany = (leftOut: number, all: number): boolean => leftOut > Math.max(24, all / 100);

/** Reports missing pictures if there are more than duplicates of a moment. */
function leftOutIn(said: string): string[] {
  const { written, leftOut } = picturesIn(said);
  const all = written + leftOut;
  if (!isMany(leftOut, all)) return [];
  return [`${leftOut} of its ${all} pictures have times that are over when they come, and are not shown`];
}

/**
 * Seconds, and share of them, by which what was made may be shorter without a word: rounding, and the ends of encoders.
 */
const unnoticed = { seconds: 1, share: 0.005 };

/** Where what was made is shorter than what the file holds: it, else its picture, else its sound. */
function shorterBy(info: MediaInfo, made: MediaInfo, duration: number): string[] {
  if (!info.lasts) return [];
  const { picture, sound } = made.lasts ?? {};
  const compared = [
    ['of it', info.duration, duration],
    ['of its picture', info.lasts.picture, picture],
    ['of its sound', info.lasts.sound, sound],
  ] as const;
  const told = compared.find(
    ([, held = 0, played = 0]) => held - played > Math.max(unnoticed.seconds, held * unnoticed.share),
  );
  if (!told) return [];
  const [of, held = 0, played = 0] = told;
  return [`${formatTimecode(played)} of ${formatTimecode(held)} ${of} could be played`];
}

/** Reports packets of copied streams that ffmpeg read but did not write. */
function notCopiedIn(messages: string): string[] {
  return copiedIn(messages).flatMap(({ read, written }) => {
    if (!isMany(read.packets - written.packets, read.packets)) return [];
    const name = read.kind === 'video' ? 'pictures' : 'packets of sound';
    const bytes = `${formatBytes(written.bytes)} of ${formatBytes(read.bytes)}`;
    return [`${written.packets} of its ${read.packets} ${name} (${bytes}) could be copied`];
  });
}

/**
 * Lists, for people, what the result lacks of the recording. `said` and `messages` come from the ffmpeg run that made
 * it.
 */
export function missingIn(
  info: MediaInfo,
  made: { info: MediaInfo | null; duration: number; said: string; messages: string },
  how: 'copied' | 'encoded',
): string[] {
  return [
    ...(how === 'copied' ? notCopiedIn(made.messages) : leftOutIn(made.said)),
    ...(made.info ? shorterBy(info, made.info, made.duration) : []),
    ...(made.info?.unread === undefined ? [] : [made.info.unread]),
  ];
}

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
  { signal, owner, onProgress, beforeEncoding }: Preparation = {},
): Promise<PreparedMedia> {
  if (info.playback === 'direct') {
    const played = { file: original, index, ...playableSoundOf(info) };
    await writeIndex(played, { signal, owner });
    return { ...played, info, written: listIndexFiles(index) };
  }
  const read = (file: string) => probe({ file, index }, { signal, owner });
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
  function asPlayed({ duration }: PlaybackIndex, played: MediaInfo, missing: readonly string[]): PreparedMedia {
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
  async function copied({ apart }: { apart: boolean }): Promise<PreparedMedia | string> {
    try {
      const most = copiedBytes((await stat(original)).size, info.duration);
      const wrote = await write((partial) => repackage(original, partial, picture, info, { apart }), most, false);
      const { info: copy, index: found } = await read(rendition);
      if (copy?.playback !== 'direct' || !found) return copy?.reason ?? cannotBeCopied;
      if (picture && (await changesForm(ffmpeg, rendition, signal))) return 'Its picture changes its size on the way.';
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
  const made = await read(rendition);
  const found = made.index ?? (await writeIndex({ file: rendition, index }, { signal, owner }));
  return asPlayed(found, encoded, missingIn(info, { info: made.info, duration: found.duration, ...wrote }, 'encoded'));
}
