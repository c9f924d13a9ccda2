import { Problem } from '@lectern/contract/problem';
import type { Box } from '../mp4/box.ts';
import { getTrackEndSeconds, getNominalTrackEndSeconds, getSampleShownSeconds, type Mp4Track } from '../mp4/movie.ts';
import { readAvcEntry, readMp4aEntry, readParameterSets } from '../mp4/sample-entry.ts';
import { readSequence } from '../mp4/sequence-parameters.ts';
import { scanPictures } from '../mp4/scan-pictures.ts';
import type { Mp4Recording, TrackStream } from '../mp4/stream.ts';
import { mostSounds, trackTitle, noteUnseenPictures } from '../ffmpeg/read-description.ts';
import type { CaptionTrack, heardSound, MediaInfo, SoundTrack } from '../../port.ts';
import {
  hasLongGroup,
  densestStretch,
  heaviestStretch,
  longestSoundAfterPicture,
  mostKeyframes,
  mostPixels,
  shortestRecording,
} from './limits.ts';
import { formatTimecode } from '@lectern/contract/rules/timecode';

/** Seconds in which there is neither picture nor sound before that is told, and so many of them. */
const shortest = 60;
const mostTold = 3;

type Gap = { start: number; end: number };

/** Where nothing of a track begins for long, in their order. */
function* gapsOf({ track: { timescale, shift }, table: { count, decode } }: TrackStream): Generator<Gap, undefined> {
  for (let n = 1; n < count; n += 1)
    if (decode[n]! - decode[n - 1]! > shortest * timescale)
      yield { start: (decode[n - 1]! + shift) / timescale, end: (decode[n]! + shift) / timescale };
}

/** Yields the overlaps of both gap lists, in order. */
function* inBoth(gaps: Iterator<Gap, undefined>, others: Iterator<Gap, undefined>): Generator<Gap, undefined> {
  let [one, other] = [gaps.next().value, others.next().value];
  while (one && other) {
    const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
    if (end - start > shortest) yield { start, end };
    if (one.end < other.end) one = gaps.next().value;
    else other = others.next().value;
  }
}

/** Where a recording holds nothing for long, as where its recorder slept, for people. A picture at rest is none. */
export function describeGaps(streams: readonly TrackStream[]): string[] {
  const told: string[] = [];
  let others = 0;
  for (const { start, end } of streams.map(gapsOf).reduce(inBoth))
    if (told.length < mostTold) told.push(`from ${formatTimecode(start)} to ${formatTimecode(end)}`);
    else others += 1;
  if (told.length === 0) return [];
  const more = others > 0 ? ` and in ${others} more places` : '';
  return [`It holds neither picture nor sound ${told.join(', ')}${more}`];
}

/** Baseline, main, extended and high: 8 bits a sample, 4:2:0. */
const playableProfiles = new Set([66, 77, 88, 100]);

const captionCodecs: Readonly<Record<string, { codec: string; image: boolean }>> = {
  tx3g: { codec: 'mov_text', image: false },
  c608: { codec: 'eia_608', image: false },
  wvtt: { codec: 'webvtt', image: false },
  stpp: { codec: 'ttml', image: false },
  mp4s: { codec: 'dvd_subtitle', image: true },
};

/** Whether a player shows all of a track of text whatever else somebody chooses. */
const isForced = ({ type, body }: Box): boolean =>
  type === 'tx3g' && body.length >= 12 && (body.readUInt32BE(8) & 0x8000_0000) !== 0;

const captionTracks = (tracks: readonly Mp4Track[]): CaptionTrack[] =>
  tracks.flatMap(({ n, entries, language, name, handler, enabled }) => {
    const known = handler !== 'vide' && handler !== 'soun' && captionCodecs[entries[0]?.type ?? ''];
    if (!known) return [];
    return [
      {
        track: n,
        ...known,
        ...(language ? { language } : {}),
        ...trackTitle(name),
        ...(enabled ? { isDefault: true as const } : {}),
        ...(isForced(entries[0]!) ? { isForced: true as const } : {}),
      },
    ];
  });

/** Whether any six seconds of a track are too much for a segment. */
function isHeavy({ track: { timescale }, table: { count, decode, size } }: TrackStream): boolean {
  let [bytes, from] = [0, 0];
  for (let n = 0; n < count; n += 1) {
    bytes += size[n]!;
    for (; decode[n]! - decode[from]! > 6 * timescale; from += 1) bytes -= size[from]!;
    if (bytes > heaviestStretch || n - from >= densestStretch) return true;
  }
  return false;
}

/** Seconds between two pictures below which no time passes: times that began anew, in a copy that must not go back. */
const instant = 0.000_1;

/** Whether more than a hundredth of the pictures, and more than a few, are shown for no time. */
function standsStill({ track: { timescale }, table: { count, decode } }: TrackStream): boolean {
  let instants = 0;
  for (let n = 1; n < count; n += 1) if (decode[n]! - decode[n - 1]! < instant * timescale) instants += 1;
  return instants > Math.max(24, count / 100);
}

/**
 * Pictures that are looked at among the first `upTo` bytes: `some` are enough to begin to play, all of them prove that
 * nothing is damaged.
 */
type LookedAt = { pictures: 'all' | 'some'; upTo?: number };

function reasonAgainstPicture(
  fd: number,
  picture: TrackStream,
  { soundEnd, pictures, upTo = Infinity }: LookedAt & { soundEnd: number },
): string | undefined {
  const { track, table } = picture;
  const avc = track.entries[0] && readAvcEntry(track.entries[0]);
  if (!avc) return `Browsers do not all play its video codec (${track.entries[0]?.type.trim() ?? 'unknown'}).`;
  if (!playableProfiles.has(avc.profile)) return 'Browsers do not play H.264 of this profile.';
  const sequences = readParameterSets(avc.avcC).sps.map(readSequence);
  if (!sequences.every(({ usualFormat }) => usualFormat)) return 'Browsers do not play H.264 of this colour format.';
  if (sequences.some(({ perhapsInterlaced }) => perhapsInterlaced))
    return 'Its picture is interlaced, which browsers show with combs.';
  if (track.entries.length > 1) return 'Its picture format changes on the way.';
  if (track.edited) return 'It is assembled by an edit list.';
  if (standsStill(picture)) return 'Its times begin anew on the way.';
  if (!picture.exact) return 'It was trimmed between two keyframes.';
  if (!table.sync[0]) return 'It does not begin with a keyframe.';
  if (avc.width * avc.height > mostPixels) return 'Its picture has too many pixels.';
  const { sync, looked, damaged } = scanPictures(fd, table, (avc.avcC[4]! & 3) + 1, pictures, upTo);
  if (damaged > looked / 2) throw new Problem('broken_media', { cause: `${damaged} of ${looked} pictures` });
  if (damaged > 0) return 'Its picture is damaged in places, which is concealed as well as it can be.';
  if (!sync[0] || hasLongGroup({ ...picture, table: { ...table, sync } }))
    return hasLongGroup(picture)
      ? 'Its keyframes are too far apart to seek quickly.'
      : 'Its keyframes need pictures before them to be decoded (open groups of pictures).';
  if (sync.reduce((sum, one) => sum + one, 0) > mostKeyframes) return 'It has too many keyframes.';
  if (isHeavy(picture)) return 'Its bit rate is too high to be streamed.';
  if (soundEnd - getTrackEndSeconds(track, table) > longestSoundAfterPicture)
    return 'Its sound goes on long after its picture.';
  return undefined;
}

const notBySegments = 'Browsers do not play its sound by segments.';

function reasonAgainstSound({ track }: TrackStream): string | undefined {
  const mp4a = readMp4aEntry(track.entries[0]!);
  // Browsers play MP3, but not out of MP4 segments; and of AAC the kinds we know silence of, with numbered channels.
  if (!mp4a?.silence) return notBySegments;
  if (track.entries.length > 1) return 'The format of its sound changes on the way.';
  if (track.edited) return 'Its sound is assembled by an edit list.';
  return undefined;
}

function videoOf({ track, table }: TrackStream, soundEnd: number): NonNullable<MediaInfo['video']> {
  const entry = track.entries[0]!;
  const avc = readAvcEntry(entry);
  const [width, height] = [entry.body.readUInt16BE(24), entry.body.readUInt16BE(26)];
  const turned = track.rotation === 90 || track.rotation === 270;
  const end = getTrackEndSeconds(track, table);
  const seconds = Math.max(0.001, end - getSampleShownSeconds(track, table, 0));
  return {
    stream: track.n,
    codec: avc ? 'h264' : entry.type.trim(),
    width: turned ? height : width,
    height: turned ? width : height,
    frameRate: Math.round((table.count / seconds) * 1000) / 1000,
    rotation: track.rotation,
    ...(soundEnd - end > longestSoundAfterPicture ? { end } : {}),
  };
}

function audioOf(track: Mp4Track): ReturnType<typeof heardSound> {
  const entry = track.entries[0]!;
  const mp4a = readMp4aEntry(entry);
  return {
    stream: track.n,
    codec: mp4a ? (mp4a.codec === 'mp4a.6B' ? 'mp3' : 'aac') : entry.type.trim(),
    channels: mp4a?.channels ?? entry.body.readUInt16BE(16),
    sampleRate: mp4a?.sampleRate ?? entry.body.readUInt16BE(24),
    ...(track.language ? { language: track.language } : {}),
  };
}

const soundTrack = (track: Mp4Track, duration: number): SoundTrack => ({
  ...audioOf(track),
  ...trackTitle(track.name),
  ...(track.enabled ? { isDefault: true } : {}),
  share: Math.max(0, Math.min(1, getNominalTrackEndSeconds(track) / duration)),
});

/** Seconds that the end of a file may lack without a word about it: a frame or two. */
const negligible = 0.5;

/** Describes a recording by its tables. Throws `broken_media` if cut off before any media or without duration. */
export function probeMp4(fd: number, recording: Mp4Recording, looked: LookedAt): MediaInfo {
  const { tracks, picture, pictures, sound, otherSound, sounds, claimed } = recording;
  const heard = sound?.track ?? otherSound;
  if (!picture && !heard)
    throw claimed > 0
      ? new Problem('broken_media', { cause: 'its tables point behind the end of the file' })
      : new Problem('not_media', { cause: 'an MP4 file without video and audio' });
  const pictureEnd = picture ? getTrackEndSeconds(picture.track, picture.table) : 0;
  const soundEnd = sound
    ? getTrackEndSeconds(sound.track, sound.table)
    : otherSound
      ? getNominalTrackEndSeconds(otherSound)
      : 0;
  const duration = Math.max(pictureEnd, soundEnd);
  if (duration < shortestRecording) throw new Problem('broken_media', { cause: `lasts ${duration} s` });
  const pictureReason = picture && reasonAgainstPicture(fd, picture, { soundEnd, ...looked });
  const soundReason = sound ? reasonAgainstSound(sound) : otherSound && notBySegments;
  const reason = pictureReason ?? soundReason;
  const unread = [
    ...noteUnseenPictures(pictures),
    ...(sound ? describeGaps(picture ? [picture, sound] : [sound]) : []),
  ];
  // A track assembled by an edit list differs in length from its media.
  const lastPicture =
    picture && !picture.track.edited ? pictureEnd - picture.table.lastDuration / picture.track.timescale : undefined;
  return {
    kind: picture ? 'video' : 'audio',
    container: 'MP4',
    duration,
    lasts: {
      ...(lastPicture === undefined ? {} : { picture: lastPicture }),
      ...(heard && !heard.edited ? { sound: soundEnd } : {}),
    },
    ...(claimed - duration > negligible ? { claimedDuration: claimed } : {}),
    ...(picture ? { video: videoOf(picture, soundEnd) } : {}),
    ...(heard ? { audio: { ...audioOf(heard), ...(soundReason ? { cuttable: false } : {}) } } : {}),
    sounds: sounds.slice(0, mostSounds).map((track) => soundTrack(track, duration)),
    captionTracks: captionTracks(tracks),
    ...(unread.length > 0 ? { unread: unread.join('. ') } : {}),
    playback: !reason ? 'direct' : picture && !pictureReason ? 'repackage' : 'transcode',
    ...(reason ? { reason } : {}),
  };
}
