import { open } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import { findMovie } from '../mp4/find-movie.ts';
import { endOf, readTracks, shownAt, tableOf, type Track } from '../mp4/movie.ts';
import { readAvcEntry, readMp4aEntry, writeAvcEntry, writeMp4aEntry } from '../mp4/sample-entry.ts';
import type { SampleTable } from '../mp4/sample-table.ts';
import {
  type IndexedAudio,
  type IndexedTrack,
  type IndexedVideo,
  type PlaybackIndex,
  recordSize,
  syncFlag,
} from './playback-index.ts';
import { boundaries, cutSegments, type Samples } from './segments.ts';

type Timed = { track: Track; table: SampleTable };

/** What is added to every decode time so that none is negative; taken off the composition offsets again. */
const lift = ({ track, table }: Timed): number => Math.max(0, -(table.decode[0]! + track.shift));

/** Records written at once: a long recording has a million. */
const batch = 32_768;

function* recordsOf(timed: Timed): Generator<Buffer> {
  const { track, table } = timed;
  const lifted = lift(timed);
  for (let from = 0; from < table.count; from += batch) {
    const to = Math.min(table.count, from + batch);
    const records = Buffer.alloc((to - from) * recordSize);
    for (let n = from; n < to; n += 1) {
      const at = (n - from) * recordSize;
      records.writeDoubleLE(table.offset[n]!, at);
      records.writeDoubleLE(table.decode[n]! + track.shift + lifted, at + 8);
      records.writeInt32LE(table.composition[n]! - lifted, at + 16);
      records.writeUInt32LE((table.size[n]! | (table.sync[n] ? syncFlag : 0)) >>> 0, at + 20);
    }
    yield records;
  }
}

/** Half a millisecond: times of both tracks are rounded differently. */
const slack = 0.0005;

/** First sample that is shown at or after a time. Audio samples are never reordered. */
function firstFrom({ track, table }: Timed, time: number): number {
  let low = 0;
  let high = table.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shownAt(track, table, middle) < time - slack) low = middle + 1;
    else high = middle;
  }
  return low;
}

function samplesOf(timed: Timed, from: (time: number) => number): Samples {
  return {
    from,
    count: timed.table.count,
    bytes: (start, end) => timed.table.size.subarray(start, end).reduce((sum, size) => sum + size, 0),
  };
}

const indexedTrack = ({ track, table }: Timed): Omit<IndexedTrack, 'codec' | 'entry'> => ({
  timescale: track.timescale,
  samples: table.count,
  lastDuration: table.lastDuration,
});

function indexVideo(timed: Timed): IndexedVideo {
  const { track, table } = timed;
  const entry = track.entries[0];
  const avc = entry && readAvcEntry(entry);
  if (!avc) throw new Problem('media_failed', { cause: 'no H.264 in the file to be indexed' });
  const keyframes: IndexedVideo['keyframes'] = [];
  for (let n = 0; n < table.count; n += 1)
    if (table.sync[n]) keyframes.push([n, Math.max(0, shownAt(track, table, n))]);
  const end = endOf(track, table);
  return {
    ...indexedTrack(timed),
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

function indexAudio(timed: Timed): IndexedAudio {
  const entry = timed.track.entries[0] && readMp4aEntry(timed.track.entries[0]);
  if (!entry) throw new Problem('media_failed', { cause: 'neither AAC nor MP3 in the file to be indexed' });
  return {
    ...indexedTrack(timed),
    codec: entry.codec,
    entry: writeMp4aEntry(entry).toString('base64'),
    channels: entry.channels,
    sampleRate: entry.sampleRate,
  };
}

/** Reads the tables of a progressive MP4 or QuickTime file with H.264 and AAC or MP3. */
export async function buildIndex(file: string): Promise<{ index: PlaybackIndex; records: Iterable<Buffer> }> {
  await using handle = await open(file, 'r');
  const { size } = await handle.stat();
  const movie = await findMovie(handle, size);
  if (!movie) throw new Problem('media_failed', { cause: 'not an MP4 file' });
  const tracks = readTracks(movie.moov);
  const timed = (handler: string): Timed | undefined => {
    const track = tracks.find((candidate) => candidate.handler === handler && candidate.entries.length > 0);
    const table = track && tableOf(track);
    return track && table && table.count > 0 ? { track, table } : undefined;
  };
  const [picture, sound] = [timed('vide'), timed('soun')];
  const video = picture && indexVideo(picture);
  const audio = sound && indexAudio(sound);
  const duration = Math.max(video?.end ?? 0, sound ? endOf(sound.track, sound.table) : 0);

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
    // What an edit list hides before the start is left out.
    sound && samplesOf(sound, (time) => firstFrom(sound, time)),
  );

  function* records(): Generator<Buffer> {
    if (picture) yield* recordsOf(picture);
    if (sound) yield* recordsOf(sound);
  }
  return {
    index: { version: 1, duration, ...(video ? { video } : {}), ...(audio ? { audio } : {}), segments },
    records: records(),
  };
}
