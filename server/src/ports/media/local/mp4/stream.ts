import { chooseTrack } from '../../../../platform/media/choose-track.ts';
import { findMovie, type ReadableBytes } from './find-movie.ts';
import { readTracks, getNominalTrackEndSeconds, readTrackSampleTable, type Mp4Track } from './movie.ts';
import { isEncrypted, isPhotographEntry, readMp4aEntry } from './sample-entry.ts';
import { samplesIn, type SampleTable } from './sample-table.ts';

/** A track and the samples of it that are there and shown. */
export type TrackStream = {
  track: Mp4Track;
  table: SampleTable;
  /** False where samples that the edit list hides stand among them, because others need them to be decoded. */
  exact: boolean;
};

export type Mp4Recording = {
  tracks: readonly Mp4Track[];
  picture: TrackStream | undefined;
  /** How many tracks of moving pictures it was chosen among. */
  pictures: number;
  sound: TrackStream | undefined;
  /** All tracks of sound that `sound` or `otherSound` was chosen among. */
  sounds: readonly Mp4Track[];
  /** A track of sound in another codec than AAC or MP3. Its samples are not listed: of PCM each tone is one. */
  otherSound: Mp4Track | undefined;
  /** Seconds the file's tables tell of; more than there are where its end is missing. */
  claimed: number;
};

/** Bytes of a sample entry before the boxes inside it, at least. */
const smallestEntry = 28;

/** The tracks that may be shown or heard: no cover, where there is another one. */
function choices(tracks: readonly Mp4Track[], handler: string): Mp4Track[] {
  const there = tracks.filter(
    ({ handler: own, entries, stbl }) =>
      own === handler &&
      !entries.some(isEncrypted) &&
      (entries[0]?.body.length ?? 0) >= smallestEntry &&
      samplesIn(stbl) > 0,
  );
  const still = (track: Mp4Track): number =>
    handler === 'vide' ? (isPhotographEntry(track.entries[0]!) ? 2 : 0) + (samplesIn(track.stbl) === 1 ? 1 : 0) : 0;
  const least = Math.min(...there.map(still));
  return there.filter((track) => still(track) === least);
}

/** The wished track, else the one a player shows or plays unless told otherwise. */
const choose = (tracks: readonly Mp4Track[], wished?: number): Mp4Track | undefined =>
  tracks.find(({ n }) => n === wished) ??
  chooseTrack(tracks.map((track) => ({ track, isDefault: track.enabled })))?.track;

function sliced(table: SampleTable, from: number, to: number): SampleTable {
  if (from === 0 && to === table.count) return table;
  return {
    count: Math.max(0, to - from),
    offset: table.offset.subarray(from, to),
    size: table.size.subarray(from, to),
    decode: table.decode.subarray(from, to),
    composition: table.composition.subarray(from, to),
    sync: table.sync.subarray(from, to),
    lastDuration: to < table.count && to > 0 ? table.decode[to]! - table.decode[to - 1]! : table.lastDuration,
  };
}

/** The samples an edit list shows; of pictures those that begin with a frame which needs no other. */
function shown(track: Mp4Track, table: SampleTable): TrackStream {
  const slack = track.timescale / 2000;
  const time = (n: number): number => table.decode[n]! + table.composition[n]! + track.shift;
  const until = track.edited ? Infinity : track.until;
  let [hidden, lastHidden, next, to] = [0, -1, Infinity, 0];
  for (let n = 0; n < table.count; n += 1) {
    const at = time(n);
    if (at < -slack) [hidden, lastHidden] = [hidden + 1, n];
    else next = Math.min(next, at);
    if (at < until) to = n + 1;
  }
  if (track.handler !== 'vide') return { track, table: sliced(table, lastHidden + 1, to), exact: true };
  // The frame before the first one that begins here is still shown where none begins at 0.
  const held = next > slack && lastHidden >= 0 && lastHidden + 1 === hidden && table.sync[lastHidden] === 1;
  const first = held ? lastHidden : lastHidden + 1;
  const before = lastHidden < 0 || held || (table.sync[first] === 1 && hidden === first);
  const from = before ? first : table.sync.lastIndexOf(1, lastHidden);
  let after = 0;
  for (let n = from; n < to; n += 1) if (time(n) >= until) after += 1;
  return { track, table: sliced(table, Math.max(0, from), to), exact: before && after === 0 };
}

/**
 * Reads an MP4 or QuickTime recording. Undefined for other and fragmented files. Throws `broken_media` for missing or
 * contradictory tables. `wished` selects the sound track, if present.
 */
export async function readRecording(
  handle: ReadableBytes,
  fileSize: number,
  wished?: number,
): Promise<Mp4Recording | undefined> {
  const movie = await findMovie(handle, fileSize);
  if (!movie || movie.fragmented) return undefined;
  const tracks = readTracks(movie.moov);
  const stream = (track: Mp4Track | undefined): TrackStream | undefined => {
    const found = track && shown(track, readTrackSampleTable(track, fileSize));
    return found && found.table.count > 0 ? found : undefined;
  };
  const sounds = choices(tracks, 'soun');
  const pictures = choices(tracks, 'vide');
  const [picture, sound] = [choose(pictures), choose(sounds, wished)];
  const listed = sound && readMp4aEntry(sound.entries[0]!) ? sound : undefined;
  return {
    tracks,
    picture: stream(picture),
    pictures: pictures.length,
    sound: stream(listed),
    sounds,
    otherSound: listed ? undefined : sound,
    claimed: Math.max(0, ...[picture, sound].flatMap((track) => (track ? getNominalTrackEndSeconds(track) : []))),
  };
}
