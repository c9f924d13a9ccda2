import { readFile } from 'node:fs/promises';
import { files } from '../../../../platform/files/local-files.ts';
import type { OpenObject, ReadTarget, StoredObject } from '../../../storage/port.ts';
import type { PlayableRecording } from '../../port.ts';
import { bytesIn, type MediaSample } from '../mp4/fragment.ts';

/** Entry of an index file for one track; `entry` and `matrix` are base64. */
export type IndexedTrack = {
  /** Its number among the tracks of the file. */
  stream: number;
  timescale: number;
  samples: number;
  /** In units of the timescale. */
  lastDuration: number;
  codec: string;
  entry: string;
};

export type IndexedVideo = IndexedTrack & {
  /** Pixels, before rotation. */
  width: number;
  height: number;
  matrix: string;
  rotation: 0 | 90 | 180 | 270;
  frameRate: number;
  /** Sample number, second and bytes of each keyframe, ascending. */
  keyframes: [sample: number, time: number, bytes: number][];
  /** Seconds; the end of the last frame. */
  end: number;
  /** How much later frames of segments are decoded than shown, at most, in units of the timescale. */
  delay: number;
};

export type IndexedAudio = IndexedTrack & {
  channels: number;
  sampleRate: number;
  /** The frame that stands where there is no sound, in base64. */
  silence?: string;
};

/** Seconds, then the samples `[from, to)` of video and audio in decode order, then bytes as served. */
export type IndexedSegment = [
  start: number,
  end: number,
  videoFrom: number,
  videoTo: number,
  audioFrom: number,
  audioTo: number,
  bytes: number,
];

/**
 * Version of the index format and of the fragments cut by it; raise it with every change of either. Files of another
 * version are rewritten.
 */
export const indexVersion = 4;

/**
 * Describes how to play a file without parsing it again. Fixed-length sample records lie in a second file, video
 * first, so a request reads only a few.
 */
export type PlaybackIndex = {
  version: typeof indexVersion;
  /** Names this index: another one, by other code or of another file, has another. */
  revision: string;
  /** Seconds. */
  duration: number;
  video?: IndexedVideo;
  audio?: IndexedAudio;
  segments: IndexedSegment[];
  /** Bytes of an arriving recording that each segment, and those before it, need: ascending. */
  ends?: number[];
};

/** offset f64, decode time f64, composition i32, size with the sync flag in its top bit u32. */
export const recordSize = 24;
export const syncFlag = 0x80000000;
/** The offset of samples that are not in the file: silence. */
export const silentSample = -1;

export const samplesFile = (index: string): string => `${index}.samples`;

/** Both files of an index, in the order in which they come. */
export const listIndexFiles = (index: string): string[] => [samplesFile(index), index];

/** Undefined for one of another version. */
export async function readIndex(file: string): Promise<PlaybackIndex | undefined> {
  // Our own file, written whole by `writeIndex`.
  const index = JSON.parse(await readFile(file, 'utf8')) as PlaybackIndex;
  return index.version === indexVersion ? index : undefined;
}

/** The storage operations playback needs; local files offer the same. */
export const getPlayableStorage = ({ storage }: Pick<PlayableRecording, 'storage'>) => storage ?? files;

/** An index that was read, with what lies beside it: none of it is looked for again with every segment. */
export type KnownIndex = { index: PlaybackIndex; media: StoredObject; records: StoredObject };

/** A playable's index, media and records, open for reading. */
export type OpenPlayable = { index: PlaybackIndex; media: OpenObject; records: OpenObject };

/** `whole`: all of it will be read. */
export async function withOpen<T>(
  playable: PlayableRecording,
  { index, media: found, records: beside }: KnownIndex,
  how: 'in places' | 'whole',
  work: (playable: OpenPlayable) => Promise<T>,
): Promise<T> {
  const place = getPlayableStorage(playable);
  await using whole = how === 'whole' ? await place.localCopy(found) : undefined;
  await using media = whole ? await files.open(whole.path) : await place.open(found);
  // Each segment reads only a few scattered records.
  await using copy = await place.localCopy(beside);
  await using records = await files.open(copy.path);
  return await work({ index, media, records });
}

/** Samples `[from, to)` of a track in decode order. */
export async function readSamples(
  { index, records }: OpenPlayable,
  kind: 'video' | 'audio',
  from: number,
  to: number,
): Promise<MediaSample[]> {
  const track = index[kind];
  if (!track || to <= from) return [];
  const first = kind === 'audio' ? (index.video?.samples ?? 0) : 0;
  const more = to < track.samples ? 1 : 0;
  const rows = Buffer.allocUnsafe((to - from + more) * recordSize);
  await records.read(rows, (first + from) * recordSize);
  return Array.from({ length: to - from }, (_, n) => {
    const at = n * recordSize;
    const decode = rows.readDoubleLE(at + 8);
    const last = from + n + 1 === track.samples;
    const size = rows.readUInt32LE(at + 20);
    return {
      offset: rows.readDoubleLE(at),
      decode,
      composition: rows.readInt32LE(at + 16),
      size: size & ~syncFlag,
      sync: (size & syncFlag) !== 0,
      duration: last ? track.lastDuration : rows.readDoubleLE(at + recordSize + 8) - decode,
    };
  });
}

/** Source of sample bytes. */
type WithMedia = Pick<OpenPlayable, 'media' | 'index'>;

/** Where bytes of a sample are. */
type Extent = Pick<MediaSample, 'offset' | 'size'>;

/** Memory for samples, one after the other, with the silence among them, and what of the file is to be read into it. */
function roomFor(index: PlaybackIndex, samples: readonly Extent[]): { data: Buffer; places: ReadTarget[] } {
  // Kept for other viewers: a slice of Node's pool would keep all that shares the pool with it.
  const data = Buffer.allocUnsafeSlow(bytesIn(samples));
  const silence = Buffer.from(index.audio?.silence ?? '', 'base64');
  const places: ReadTarget[] = [];
  let written = 0;
  for (let n = 0; n < samples.length;) {
    const start = samples[n]!.offset;
    if (start === silentSample) {
      written += silence.copy(data, written);
      n += 1;
      continue;
    }
    // Neighbours in the file are one place. Silence has no place in it, and is less than any.
    let end = start;
    for (; samples[n]?.offset === end; n += 1) end += samples[n]!.size;
    places.push({ into: data.subarray(written, written + end - start), at: start });
    written += end - start;
  }
  return { data, places };
}

/** The bytes of these samples, one after the other. */
export async function readData({ media, index }: WithMedia, samples: readonly Extent[]): Promise<Buffer> {
  const { data, places } = roomFor(index, samples);
  await media.readEach(places);
  return data;
}

/**
 * Reads fragment pieces by number. Sound lies between pictures in the file but follows them in a fragment; reading
 * both together saves some forty reads per segment.
 */
export function pieceReader(
  { media, index }: WithMedia,
  pieces: readonly (readonly Extent[])[],
): (n: number) => Promise<Buffer> {
  const last = pieces.length - 1;
  let ahead: ReturnType<typeof roomFor> | undefined;
  return async (n) => {
    const room = (ahead ??= roomFor(index, pieces[last]!));
    if (n === last) {
      await media.readEach(room.places);
      return room.data;
    }
    const { data, places } = roomFor(index, pieces[n]!);
    const start = places.reduce((least, { at }) => Math.min(least, at), Infinity);
    const end = places.reduce((most, { at, into }) => Math.max(most, at + into.length), 0);
    const isWithin = ({ at, into }: ReadTarget): boolean => at >= start && at + into.length <= end;
    const { within = [], beyond = [] } = Object.groupBy(room.places, (place) =>
      isWithin(place) ? 'within' : 'beyond',
    );
    await media.readEach([...places, ...within]);
    room.places = beyond;
    return data;
  };
}

/** Extents of at most `pieceSize` bytes, which are read at a time: a slow reader fills the memory with no more. */
export function* splitExtents(samples: readonly Extent[], pieceSize: number): Generator<Extent[]> {
  let piece: Extent[] = [];
  let room = pieceSize;
  for (const { offset, size } of samples)
    for (let from = 0; from < size;) {
      const taken = Math.min(room, size - from);
      // Silence is not in the file: it is not divided.
      const part = offset === silentSample ? { offset, size } : { offset: offset + from, size: taken };
      piece.push(part);
      from += part.size;
      room -= part.size;
      if (room > 0) continue;
      yield piece;
      [piece, room] = [[], pieceSize];
    }
  if (piece.length > 0) yield piece;
}

/** The bytes of these samples, one after the other, however many they are: read as they are taken. */
export async function* streamData(playable: WithMedia, samples: readonly Extent[]): AsyncGenerator<Buffer> {
  for (const piece of splitExtents(samples, playable.media.pieceSize)) yield readData(playable, piece);
}
