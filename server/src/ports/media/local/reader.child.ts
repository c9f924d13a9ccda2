import { type FileHandle, open, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Problem } from '@lectern/contract/problem';
import { CustomSource, FilePathSource, type Source } from 'mediabunny';
import { unlessMissing } from '../../../platform/files/local-files.ts';
import { serveSubprocess } from '../../../platform/subprocess/answer.ts';
import type { Arriving, ArrivingInfo } from '../arriving.ts';
import { type MediaInfo, playableSoundOf } from '../port.ts';
import { buildIndex } from './index/build-index.ts';
import { type PlaybackIndex, samplesFile } from './index/playback-index.ts';
import { isEncrypted } from './mp4/sample-entry.ts';
import { type Mp4Recording, readRecording } from './mp4/stream.ts';
import { findPieces } from './probe/find-pieces.ts';
import type { RecordingPiece } from './probe/limits.ts';
import { probeMp4 } from './probe/probe-mp4.ts';
import { probePieces } from './probe/probe-pieces.ts';
import { probeStreams, encryptedIn, isProtected, readTrackHeads, refuseProtected } from './probe/probe-streams.ts';
import type { TrackHead } from './probe/transport.ts';

/** `sound` is the track of sound to be heard; `index` is where the index goes of one that plays as it is. */
export type Probing = { file: string; sound?: number | undefined; index?: string | undefined };
/** `tellsEarly`: told by some of its pictures, as soon as it plays as it is. Without `isProbed` it is only indexed. */
export type Reading =
  | (Probing & { isProbed: true; tellsEarly?: true })
  | { file: string; sound?: number | undefined; index: string; isProbed?: undefined }
  | (Arriving & { index: string; isProbed?: undefined });

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
async function writeIndex(fd: number, recording: Mp4Recording, file: string, arrived?: number): Promise<PlaybackIndex> {
  const { index, records } = buildIndex(fd, recording, arrived);
  await writeWhole(samplesFile(file), records);
  await writeWhole(file, JSON.stringify(index));
  return index;
}

async function probe(
  handle: FileHandle,
  size: number,
  { file, sound, index }: Probing,
  tellEarly?: (early: Probed) => Promise<void>,
): Promise<Probed> {
  if (size === 0) throw new Problem('empty_file');
  const { pieces: parts, isMore } = findPieces(handle.fd, size);
  const heads: (RecordingPiece & { tracks: TrackHead[] })[] = [];
  for (const piece of parts) heads.push({ ...piece, tracks: await readTrackHeads(handle, piece.head ?? piece) });
  refuseProtected(heads.flatMap(({ tracks }) => tracks));
  const clear = heads.filter(({ tracks }) => !isProtected(tracks));
  const first = clear[0]!;
  const encrypted = first.tracks.filter((track) => track.isEncrypted);
  const streamsOf = (source: Source) => probeStreams(source, ({ id }) => !encrypted.some((track) => track.id === id));

  /** The bytes of a piece, behind its head where that stands elsewhere. */
  function sourceOf({ start, end, head }: RecordingPiece): Source {
    if (!head) return new FilePathSource(file).slice(start, end - start);
    const before = head.end - head.start;
    return new CustomSource({
      getSize: () => before + end - start,
      async read(from, to) {
        const bytes = Buffer.alloc(to - from);
        const inHead = Math.max(0, Math.min(to, before) - from);
        if (inHead > 0) await handle.read(bytes, 0, inHead, head.start + from);
        if (inHead < bytes.length)
          await handle.read(bytes, inHead, bytes.length - inHead, start + from + inHead - before);
        return bytes;
      },
    });
  }

  async function look({ tracks, ...piece }: RecordingPiece & { tracks: TrackHead[] }) {
    const info = await streamsOf(sourceOf(piece)).catch(() => undefined);
    return info && { info, order: tracks.map(({ kind, isEncrypted }) => [kind, isEncrypted].join()).join(' ') };
  }
  let failure: string | undefined;
  let written: PlaybackIndex | undefined;
  async function whole(): Promise<MediaInfo | undefined> {
    const recording = await readRecording(handle, size, sound);
    if (!recording)
      return streamsOf(new FilePathSource(file)).catch((error: unknown) => {
        failure = String(error);
        return undefined;
      });
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

/** Indexes a recording of which the beginning is there, and perhaps the end; null where it does not play as it is. */
async function readArriving(
  handle: FileHandle,
  { size, arrived, tail, index }: Arriving & { index: string },
): Promise<ArrivingInfo | null> {
  await using end = tail && (await open(tail.file, 'r'));
  const recording = await readRecording(
    {
      async read(into, offset, length, position) {
        if (end && position >= tail.first) return end.read(into, offset, length, position - tail.first);
        return handle.read(into, offset, Math.max(0, Math.min(length, arrived - position)), position);
      },
    },
    size,
  );
  if (!recording || recording.tracks.some(({ entries }) => entries.some(isEncrypted))) return null;
  const info = probeMp4(handle.fd, recording, { pictures: 'some', upTo: arrived });
  if (info.playback !== 'direct') return null;
  await writeIndex(handle.fd, recording, index, arrived);
  return { kind: info.kind, duration: info.duration, ...playableSoundOf(info) };
}

async function read(
  reading: Reading,
  tellEarly: (early: Probed) => Promise<void>,
): Promise<Probed | PlaybackIndex | ArrivingInfo | null> {
  await using handle = await open(reading.file, 'r');
  if ('arrived' in reading) return await readArriving(handle, reading);
  const { size } = await handle.stat();
  if (reading.isProbed) return await probe(handle, size, reading, reading.tellsEarly && tellEarly);
  const recording = await readRecording(handle, size, reading.sound);
  if (!recording) throw new Problem('media_failed', { cause: 'not an MP4 file with its tables' });
  return await writeIndex(handle.fd, recording, reading.index);
}

const ours = fileURLToPath(new URL('../../../../../sample/webinar.mp4', import.meta.url));

/** Reads the sample. */
async function practise(): Promise<void> {
  const handle = await open(ours, 'r').catch(unlessMissing);
  if (!handle) return;
  await using _ = handle;
  const { size } = await handle.stat();
  await probe(handle, size, { file: ours });
  const recording = await readRecording(handle, size);
  if (recording) Array.from(buildIndex(handle.fd, recording).records);
}

await serveSubprocess('media_unread', read, { once: practise, times: 60 });
