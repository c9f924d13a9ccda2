import { type FileHandle, rename, writeFile } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import { CustomSource, type Source } from 'mediabunny';
import { isSystemFailure } from '../../../../platform/subprocess/answer.ts';
import type { MediaInfo } from '../../port.ts';
import { buildIndex } from '../index/build-index.ts';
import { type PlaybackIndex, samplesFile } from '../index/playback-index.ts';
import type { ReadableBytes } from '../mp4/find-movie.ts';
import { type Mp4Recording, readRecording } from '../mp4/stream.ts';
import { findPieces } from './find-pieces.ts';
import type { RecordingPiece } from './limits.ts';
import { probeMp4 } from './probe-mp4.ts';
import { probePieces } from './probe-pieces.ts';
import { encryptedIn, isProtected, probeStreams, readTrackHeads, refuseProtected } from './probe-streams.ts';
import type { TrackHead } from './transport.ts';

/** Result of our parsers for a file. */
export type Probed = {
  /** Null for a file that neither parser knows; `failure` is what one of them failed at, which ffmpeg may not. */
  info: MediaInfo | null;
  failure?: string;
  /** The recordings one behind the other that are left in the clear, where it holds several, and how many it holds. */
  pieces: readonly RecordingPiece[];
  count: number;
  /** Numbers of the streams that are encrypted, as `MediaInfo` has them. */
  encrypted: readonly number[];
  /** Parts that will not be played, judged by the headers alone. */
  unread: readonly string[];
  /** Written, where it was wished and the recording plays as it is. */
  index?: PlaybackIndex;
};

async function writeWhole(file: string, data: string | Iterable<Buffer>): Promise<void> {
  const partial = `${file}.partial`;
  await writeFile(partial, data);
  await rename(partial, file);
}

/** The index is there when its first file is: the records come before it. */
export async function writeIndex(
  fd: number,
  recording: Mp4Recording,
  file: string,
  arrived?: number,
): Promise<PlaybackIndex> {
  const { index, records } = buildIndex(fd, recording, arrived);
  await writeWhole(samplesFile(file), records);
  await writeWhole(file, JSON.stringify(index));
  return index;
}

/** An open file of so many bytes. Fewer are a failure of reading, which says nothing about the recording. */
const wholeFile = (handle: FileHandle, size: number): ReadableBytes => ({
  async read(into, offset, length, position) {
    const there = Math.max(0, Math.min(length, size - position));
    const { bytesRead } = await handle.read(into, offset, there, position);
    if (bytesRead < there)
      throw Object.assign(new Error(`The file ends at ${position + bytesRead} of ${size} bytes.`), {
        code: 'EIO',
        syscall: 'read',
      });
    return { bytesRead };
  },
});

/** The bytes of a piece, behind its head where that stands elsewhere. */
function sourceOf(file: ReadableBytes, { start, end, head }: RecordingPiece): Source {
  const before = head ? head.end - head.start : 0;
  return new CustomSource({
    getSize: () => before + end - start,
    prefetchProfile: 'fileSystem',
    async read(from, to) {
      const bytes = Buffer.alloc(to - from);
      const inHead = Math.max(0, Math.min(to, before) - from);
      if (head && inHead > 0) await file.read(bytes, 0, inHead, head.start + from);
      if (inHead < bytes.length) await file.read(bytes, inHead, bytes.length - inHead, start + from + inHead - before);
      return bytes;
    },
  });
}

/** For the `catch` of a parser: what the file confuses it with. A system that fails says nothing about the file. */
function confusionOf(error: unknown): string {
  if (isSystemFailure(error)) throw error;
  return String(error);
}

/** `sound` is the track of sound to be heard; `index` is where the index goes of one that plays as it is. */
export type ProbeOptions = {
  sound?: number | undefined;
  index?: string | undefined;
  /** Told by some of its pictures, as soon as it plays as it is. */
  tellEarly?: ((early: Probed) => Promise<void>) | undefined;
};

/**
 * Reads an open file of `size` bytes by our parsers; without a path, since files are moved. Throws problems of
 * unplayable recordings, and errors of the system.
 */
export async function probeRecording(
  handle: FileHandle,
  size: number,
  { sound, index, tellEarly }: ProbeOptions = {},
): Promise<Probed> {
  if (size === 0) throw new Problem('empty_file');
  const file = wholeFile(handle, size);
  const { pieces: parts, isMore } = findPieces(handle.fd, size);
  const heads: (RecordingPiece & { tracks: TrackHead[] })[] = [];
  for (const piece of parts)
    heads.push({ ...piece, tracks: await readTrackHeads(handle.fd, file, piece.head ?? piece) });
  refuseProtected(heads.flatMap(({ tracks }) => tracks));
  const clear = heads.filter(({ tracks }) => !isProtected(tracks));
  const first = clear[0]!;
  const encrypted = first.tracks.filter((track) => track.isEncrypted);
  let failure: string | undefined;
  const streamsOf = (piece: RecordingPiece): Promise<MediaInfo | undefined> =>
    probeStreams(sourceOf(file, piece), ({ id }) => !encrypted.some((track) => track.id === id)).catch(
      (error: unknown) => {
        failure ??= confusionOf(error);
        return undefined;
      },
    );

  async function look({ tracks, ...piece }: RecordingPiece & { tracks: TrackHead[] }) {
    const info = await streamsOf(piece);
    return info && { info, order: tracks.map(({ kind, isEncrypted }) => [kind, isEncrypted].join()).join(' ') };
  }

  let written: PlaybackIndex | undefined;
  async function whole(): Promise<MediaInfo | undefined> {
    const recording = await readRecording(file, size, sound);
    if (!recording) return streamsOf({ start: 0, end: size });
    const info = probeMp4(handle.fd, recording, { pictures: tellEarly ? 'some' : 'all' });
    // One that cannot be indexed is told when that is asked for by itself.
    if (info.playback === 'direct' && index !== undefined)
      written = await writeIndex(handle.fd, recording, index).catch(() => undefined);
    if (!tellEarly || info.playback !== 'direct') return info;
    if (written) await tellEarly(asProbed(info));
    return probeMp4(handle.fd, recording, { pictures: 'all' });
  }

  const asProbed = (info: MediaInfo | null): Probed => ({
    info,
    ...(written ? { index: written } : {}),
    ...(failure === undefined ? {} : { failure }),
    pieces: parts.length > 1 ? clear.map(({ tracks: _, ...piece }) => piece) : [],
    count: parts.length,
    encrypted: encrypted.map(({ n }) => n),
    unread: [
      ...(isMore ? ['It holds so many recordings one behind the other that perhaps not all of them are played'] : []),
      ...encryptedIn(first.tracks),
    ],
  });
  return asProbed((parts.length > 1 ? await probePieces(clear, heads.length, look) : await whole()) ?? null);
}
