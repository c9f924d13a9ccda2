import { type FileHandle, open, readFile } from 'node:fs/promises';
import { bytesIn, type Sample } from '../mp4/fragment.ts';

/** What stands in an index file about one track; `entry` and `matrix` in base64. */
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
 * Of what this code writes, and of what is cut by it: raised with every change of either. A file with another one is
 * written anew.
 */
export const indexVersion = 4;

/**
 * How to play a file without parsing it again. The samples themselves stand in a second file beside it, as records
 * of fixed length, video first: a request reads the few it needs, whatever the length of the recording.
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
};

/** offset f64, decode time f64, composition i32, size with the sync flag in its top bit u32. */
export const recordSize = 24;
export const syncFlag = 0x80000000;
/** The offset of samples that are not in the file: silence. */
export const silentSample = -1;

export const samplesFile = (index: string): string => `${index}.samples`;

/** Undefined for one of another version. */
export async function readIndex(file: string): Promise<PlaybackIndex | undefined> {
  // Our own file, written whole by `writeIndex`.
  const index = JSON.parse(await readFile(file, 'utf8')) as PlaybackIndex;
  return index.version === indexVersion ? index : undefined;
}

/** A playable file with its index, open for reading. */
export type OpenPlayable = { index: PlaybackIndex; media: FileHandle; records: FileHandle };

export async function withOpen<T>(
  { file, index: indexFile }: { file: string; index: string },
  index: PlaybackIndex,
  work: (playable: OpenPlayable) => Promise<T>,
): Promise<T> {
  await using media = await open(file, 'r');
  await using records = await open(samplesFile(indexFile), 'r');
  return await work({ index, media, records });
}

/** Samples `[from, to)` of a track in decode order. */
export async function readSamples(
  { index, records }: OpenPlayable,
  kind: 'video' | 'audio',
  from: number,
  to: number,
): Promise<Sample[]> {
  const track = index[kind];
  if (!track || to <= from) return [];
  const first = kind === 'audio' ? (index.video?.samples ?? 0) : 0;
  const more = to < track.samples ? 1 : 0;
  const rows = Buffer.allocUnsafe((to - from + more) * recordSize);
  await records.read(rows, 0, rows.length, (first + from) * recordSize);
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

/** Bytes between two samples that are cheaper to read than to skip. */
const worthReading = 32 * 1024;

/** The bytes of these samples, one after the other, read into `data`. Neighbours in the file are read at once. */
export async function readData(
  { media, index }: OpenPlayable,
  samples: readonly Sample[],
  data: Buffer = Buffer.allocUnsafe(bytesIn(samples)),
): Promise<Buffer> {
  const silence = Buffer.from(index.audio?.silence ?? '', 'base64');
  let written = 0;
  for (let n = 0; n < samples.length;) {
    const start = samples[n]!.offset;
    if (start === silentSample) {
      written += silence.copy(data, written);
      n += 1;
      continue;
    }
    let end = start + samples[n]!.size;
    let next = n + 1;
    for (; next < samples.length; next += 1) {
      const { offset, size } = samples[next]!;
      // Silence has no place in the file, and is less than any.
      if (offset < end || offset - end > worthReading) break;
      end = offset + size;
    }
    const payload = samples.slice(n, next).reduce((sum, { size }) => sum + size, 0);
    if (payload === end - start) await media.read(data, written, payload, start);
    else await readGapped(media, samples.slice(n, next), data, written, start, end);
    written += payload;
    n = next;
  }
  return data;
}

async function readGapped(
  media: FileHandle,
  samples: readonly Sample[],
  data: Buffer,
  at: number,
  start: number,
  end: number,
): Promise<void> {
  const span = Buffer.allocUnsafe(end - start);
  await media.read(span, 0, span.length, start);
  let to = at;
  for (const { offset, size } of samples) to += span.copy(data, to, offset - start, offset - start + size);
}
