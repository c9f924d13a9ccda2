import { createHash } from 'node:crypto';
import { Problem } from '@lectern/contract/problem';
import { fragmentHeaderSize } from '../mp4/fragment.ts';
import { getTrackEndSeconds, getSampleShownSeconds } from '../mp4/movie.ts';
import { readAvcEntry, readMp4aEntry, writeAvcEntry, writeMp4aEntry } from '../mp4/sample-entry.ts';
import type { SampleTable } from '../mp4/sample-table.ts';
import { scanPictures } from '../mp4/scan-pictures.ts';
import type { Mp4Recording, TrackStream } from '../mp4/stream.ts';
import { densestStretch, heaviestStretch, mostKeyframes, hasLongGroup } from '../probe/limits.ts';
import { fillSilence } from './fill-silence.ts';
import {
  type IndexedAudio,
  type IndexedSegment,
  type IndexedTrack,
  type IndexedVideo,
  indexVersion,
  type PlaybackIndex,
  recordSize,
  syncFlag,
} from './playback-index.ts';
import { computeDecodeDelay } from './schedule.ts';

/** Seconds a segment should last. */
const target = 6;
const shortest = 1;

/**
 * Cuts, in seconds, at keyframes nearest the target length, because players begin at keyframes. Outlying sound stays
 * in the first and last segment. Without pictures: fixed length.
 */
function boundaries(keyframes: readonly number[], videoEnd: number, duration: number): number[] {
  const cuts = [0];
  const last = (): number => cuts.at(-1)!;
  if (keyframes.length === 0) while (duration - last() > target * 1.5) cuts.push(last() + target);
  for (const [n, time] of keyframes.entries()) {
    const next = keyframes[n + 1] ?? videoEnd;
    const length = time - last();
    // The sound may end a frame before the picture: a last segment that short could have none.
    if (n === 0 || length < shortest || videoEnd - time < shortest) continue;
    if (length >= target || next - last() - target > target - length) cuts.push(time);
  }
  return [...cuts, duration];
}

/** Numbers of the samples of a track, in decode order, by the second they belong to. */
type Samples = {
  /** First sample of the segment that begins at this second; `count` for the end. */
  from(time: number): number;
  count: number;
  bytes(from: number, to: number): number;
};

/** The segments between the boundaries. Each sample is in exactly one. */
function cutSegments(
  cuts: readonly number[],
  video: Samples | undefined,
  audio: Samples | undefined,
  headerSize: (videoSamples: number, audioSamples: number) => number,
): IndexedSegment[] {
  return cuts.slice(0, -1).map((start, n) => {
    const end = cuts[n + 1]!;
    const isLast = n === cuts.length - 2;
    const range = (samples: Samples | undefined): [number, number] =>
      samples ? [samples.from(start), isLast ? samples.count : samples.from(end)] : [0, 0];
    const [videoFrom, videoTo] = range(video);
    const [audioFrom, audioTo] = range(audio);
    const payload = (video?.bytes(videoFrom, videoTo) ?? 0) + (audio?.bytes(audioFrom, audioTo) ?? 0);
    const bytes = payload + headerSize(videoTo - videoFrom, audioTo - audioFrom);
    return [start, end, videoFrom, videoTo, audioFrom, audioTo, bytes];
  });
}

/** Records written at once: a long recording has a million. */
const batch = 32_768;

/** Delay of picture decode times, so that the first frame is decoded when it is shown. */
const liftOf = ({ track, table }: TrackStream): number => (track.handler === 'vide' ? table.composition[0]! : 0);

function* recordsOf(stream: TrackStream): Generator<Buffer> {
  const { track, table } = stream;
  const lift = liftOf(stream);
  for (let from = 0; from < table.count; from += batch) {
    const to = Math.min(table.count, from + batch);
    const records = Buffer.alloc((to - from) * recordSize);
    // Several times as fast as the functions of a buffer.
    const view = new DataView(records.buffer, records.byteOffset);
    for (let n = from; n < to; n += 1) {
      const at = (n - from) * recordSize;
      const composition = track.handler === 'soun' ? 0 : table.composition[n]! - lift;
      const shown = table.decode[n]! + table.composition[n]! + track.shift;
      view.setFloat64(at, table.offset[n]!, true);
      view.setFloat64(at + 8, shown - composition, true);
      view.setInt32(at + 16, composition, true);
      view.setUint32(at + 20, table.size[n]! | (table.sync[n] ? syncFlag : 0), true);
    }
    yield records;
  }
}

/** Half a millisecond: times of both tracks are rounded differently. */
const slack = 0.0005;

/** First sample that is shown at or after a time. Audio samples are never reordered. */
function firstFrom({ track, table }: TrackStream, time: number): number {
  let low = 0;
  let high = table.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (getSampleShownSeconds(track, table, middle) < time - slack) low = middle + 1;
    else high = middle;
  }
  return low;
}

function samplesOf({ table }: TrackStream, from: (time: number) => number): Samples {
  return {
    from,
    count: table.count,
    bytes(start, end) {
      let sum = 0;
      for (let n = start; n < end; n += 1) sum += table.size[n]!;
      return sum;
    },
  };
}

const indexedTrack = ({ track, table }: TrackStream): Omit<IndexedTrack, 'codec' | 'entry'> => ({
  stream: track.n,
  timescale: track.timescale,
  samples: table.count,
  lastDuration: table.lastDuration,
});

const notH264 = (): never => {
  throw new Problem('media_failed', { cause: 'no H.264 in the file to be indexed' });
};

/** The pictures, with nothing called a keyframe but what decoding can truly begin at. */
function picturesOf(fd: number, picture: TrackStream, upTo: number): TrackStream {
  const avc = readAvcEntry(picture.track.entries[0]!) ?? notH264();
  const { sync } = scanPictures(fd, picture.table, (avc.avcC[4]! & 3) + 1, 'sync', upTo);
  const truly = { ...picture, table: { ...picture.table, sync } };
  // Made playable before open groups were told from closed ones: it goes on by what the file calls keyframes.
  return sync[0] && !hasLongGroup(truly) ? truly : picture;
}

function indexVideo(picture: TrackStream): Omit<IndexedVideo, 'delay'> {
  const { track, table } = picture;
  const entry = track.entries[0]!;
  const avc = readAvcEntry(entry) ?? notH264();
  const keyframes: IndexedVideo['keyframes'] = [];
  for (let n = 0; n < table.count; n += 1)
    if (table.sync[n]) keyframes.push([n, Math.max(0, getSampleShownSeconds(track, table, n)), table.size[n]!]);
  const end = getTrackEndSeconds(track, table);
  return {
    ...indexedTrack(picture),
    codec: avc.codec,
    entry: writeAvcEntry(entry.raw, avc.avcC).toString('base64'),
    width: avc.width,
    height: avc.height,
    matrix: track.matrix.toString('base64'),
    rotation: track.rotation,
    frameRate: table.count / Math.max(0.001, end - (keyframes[0]?.[1] ?? 0)),
    keyframes,
    end,
  };
}

function indexAudio(sound: TrackStream): IndexedAudio {
  const entry = readMp4aEntry(sound.track.entries[0]!);
  if (!entry) throw new Problem('media_failed', { cause: 'neither AAC nor MP3 in the file to be indexed' });
  return {
    ...indexedTrack(sound),
    codec: entry.codec,
    entry: writeMp4aEntry(entry).toString('base64'),
    channels: entry.channels,
    sampleRate: entry.sampleRate,
    ...(entry.silence ? { silence: entry.silence.toString('base64') } : {}),
  };
}

/** How much later frames are decoded than shown, in units of the timescale, in any of the segments. */
function longestDelay(
  { track, table }: TrackStream,
  video: Pick<IndexedVideo, 'end'>,
  segments: readonly IndexedSegment[],
) {
  const shown = (n: number): number => table.decode[n]! + table.composition[n]! + track.shift;
  return segments.reduce((most, [, , from, to], n) => {
    const times = new Float64Array(to - from);
    for (let at = n === 0 ? 1 : 0; at < times.length; at += 1) times[at] = shown(from + at);
    const end = to < table.count ? shown(to) : Math.round(video.end * track.timescale);
    return Math.max(most, computeDecodeDelay(times, end));
  }, 0);
}

/**
 * An index is kept in memory, and the headers of segments are made there: a file that makes them too large is to be
 * re-encoded.
 */
function refuseUnwieldy(keyframes: number, segments: readonly IndexedSegment[]): void {
  if (keyframes > mostKeyframes) throw new Problem('media_failed', { cause: `${keyframes} keyframes` });
  const heaviest = segments.reduce((most, segment) => Math.max(most, segment[6]), 0);
  if (heaviest > 2 * heaviestStretch) throw new Problem('media_failed', { cause: `a segment of ${heaviest} bytes` });
  const samples = segments.map(([, , from, to, soundFrom, soundTo]) => to - from + soundTo - soundFrom);
  const densest = samples.reduce((most, count) => Math.max(most, count), 0);
  if (densest > 2 * densestStretch) throw new Problem('media_failed', { cause: `a segment of ${densest} samples` });
}

/** Bytes of the file that must have come before a segment can be cut. */
function endsOf(segments: readonly IndexedSegment[], video?: SampleTable, audio?: SampleTable): number[] {
  let end = 0;
  const reach = (table: SampleTable | undefined, from: number, to: number): void => {
    if (table) for (let n = from; n < to; n += 1) end = Math.max(end, table.offset[n]! + table.size[n]!);
  };
  return segments.map(([, , videoFrom, videoTo, audioFrom, audioTo]) => {
    reach(video, videoFrom, videoTo);
    reach(audio, audioFrom, audioTo);
    return end;
  });
}

/** Indexes a recording with H.264 and AAC or MP3 by its tables. `arrived`: the first bytes of it that have come. */
export function buildIndex(
  fd: number,
  recording: Pick<Mp4Recording, 'picture' | 'sound'>,
  arrived?: number,
): { index: PlaybackIndex; records: Iterable<Buffer> } {
  const picture = recording.picture && picturesOf(fd, recording.picture, arrived ?? Infinity);
  const video = picture && indexVideo(picture);
  const entry = recording.sound && readMp4aEntry(recording.sound.track.entries[0]!);
  const sound = recording.sound && fillSilence(recording.sound, entry?.silence, video?.end ?? 0);
  const audio = sound && indexAudio(sound);
  const duration = Math.max(video?.end ?? 0, sound ? getTrackEndSeconds(sound.track, sound.table) : 0);

  const keyframes = video?.keyframes ?? [];
  const cuts = boundaries(
    keyframes.map(([, time]) => time),
    video?.end ?? 0,
    duration,
  );
  const sampleOfKeyframe = new Map(keyframes.map(([sample, time]) => [time, sample]));
  const segments = cutSegments(
    cuts,
    // Every cut but the first is a keyframe.
    picture && samplesOf(picture, (time) => sampleOfKeyframe.get(time) ?? 0),
    sound && samplesOf(sound, (time) => firstFrom(sound, time)),
    (frames, sounds) => fragmentHeaderSize({ vide: frames, soun: sounds }),
  );

  refuseUnwieldy(keyframes.length, segments);
  const delay = picture && video ? longestDelay(picture, video, segments) : 0;

  function* records(): Generator<Buffer> {
    if (picture) yield* recordsOf(picture);
    if (sound) yield* recordsOf(sound);
  }
  const index = {
    version: indexVersion,
    duration,
    ...(video ? { video: { ...video, delay } } : {}),
    ...(audio ? { audio } : {}),
    segments,
    ...(arrived === undefined ? {} : { ends: endsOf(segments, picture?.table, sound?.table) }),
  } as const;
  const revision = createHash('sha256').update(JSON.stringify(index)).digest('hex').slice(0, 12);
  return { index: { ...index, revision }, records: records() };
}
