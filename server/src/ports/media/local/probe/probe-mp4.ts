import type { FileHandle } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import { findMovie } from '../mp4/find-movie.ts';
import { endOf, readTracks, shownAt, tableOf, type Track } from '../mp4/movie.ts';
import { readAvcEntry, readMp4aEntry } from '../mp4/sample-entry.ts';
import type { SampleTable } from '../mp4/sample-table.ts';
import type { CaptionTrack, MediaInfo } from '../../port.ts';
import { longestGroup, shortestRecording } from './limits.ts';

/** Baseline, main, extended and high: 8 bits a sample, 4:2:0. */
const playableProfiles = new Set([66, 77, 88, 100]);

const captionCodecs: Readonly<Record<string, { codec: string; image: boolean }>> = {
  tx3g: { codec: 'mov_text', image: false },
  wvtt: { codec: 'webvtt', image: false },
  stpp: { codec: 'ttml', image: false },
  mp4s: { codec: 'dvd_subtitle', image: true },
};

const captionTracks = (tracks: readonly Track[]): CaptionTrack[] =>
  tracks.flatMap(({ n, entries, language, handler }) => {
    const known = handler !== 'vide' && handler !== 'soun' && captionCodecs[entries[0]?.type ?? ''];
    return known ? [{ track: n, ...known, ...(language ? { language } : {}) }] : [];
  });

/** Seconds between the keyframes furthest apart. */
function longestGroupOf(track: Track, table: SampleTable): number {
  let longest = 0;
  let previous = shownAt(track, table, 0);
  for (let n = 1; n < table.count; n += 1) {
    if (!table.sync[n]) continue;
    const time = shownAt(track, table, n);
    longest = Math.max(longest, time - previous);
    previous = time;
  }
  return Math.max(longest, endOf(track, table) - previous);
}

function reasonAgainstPicture(picture: Track, pictures: SampleTable): string | undefined {
  const avc = picture.entries[0] && readAvcEntry(picture.entries[0]);
  if (!avc) return `Browsers do not all play its video codec (${picture.entries[0]?.type.trim() ?? 'unknown'}).`;
  if (!playableProfiles.has(avc.profile)) return 'Browsers do not play H.264 of this profile.';
  if (picture.entries.length > 1) return 'Its picture format changes on the way.';
  if (picture.edited) return 'It is assembled by an edit list.';
  if (!pictures.sync[0]) return 'It does not begin with a keyframe.';
  if (longestGroupOf(picture, pictures) > longestGroup) return 'Its keyframes are too far apart to seek quickly.';
  return undefined;
}

function reasonAgainstSound(sound: Track): string | undefined {
  const mp4a = sound.entries[0] && readMp4aEntry(sound.entries[0]);
  // Browsers play MP3, but not out of MP4 segments.
  if (!mp4a?.codec.startsWith('mp4a.40.')) return 'Browsers do not play its sound by segments.';
  return sound.edited ? 'Its sound is assembled by an edit list.' : undefined;
}

function videoOf(track: Track, table: SampleTable): MediaInfo['video'] {
  const entry = track.entries[0]!;
  const avc = readAvcEntry(entry);
  const [width, height] = [entry.body.readUInt16BE(24), entry.body.readUInt16BE(26)];
  const turned = track.rotation === 90 || track.rotation === 270;
  const seconds = Math.max(0.001, endOf(track, table) - shownAt(track, table, 0));
  return {
    codec: avc ? 'h264' : entry.type.trim(),
    width: turned ? height : width,
    height: turned ? width : height,
    frameRate: Math.round((table.count / seconds) * 1000) / 1000,
    rotation: track.rotation,
  };
}

function audioOf(track: Track): MediaInfo['audio'] {
  const entry = track.entries[0]!;
  const mp4a = readMp4aEntry(entry);
  return {
    codec: mp4a ? (mp4a.codec === 'mp4a.6B' ? 'mp3' : 'aac') : entry.type.trim(),
    channels: mp4a?.channels ?? entry.body.readUInt16BE(16),
    sampleRate: mp4a?.sampleRate ?? entry.body.readUInt16BE(24),
  };
}

/**
 * Looks into an MP4 or QuickTime file. Undefined for other files and for fragmented ones, whose tables do not tell.
 * Throws `broken_media` for one that is cut off or lasts no time.
 */
export async function probeMp4(handle: FileHandle, fileSize: number): Promise<MediaInfo | undefined> {
  const movie = await findMovie(handle, fileSize);
  if (!movie || movie.fragmented) return undefined;
  const tracks = readTracks(movie.moov);
  const [picture, sound] = ['vide', 'soun'].map((handler) =>
    tracks.find((track) => track.handler === handler && (track.entries[0]?.body.length ?? 0) >= 28),
  );
  if (!picture && !sound) throw new Problem('not_media', { cause: 'an MP4 file without video and audio' });
  const pictures = picture && tableOf(picture);
  const sounds = sound && tableOf(sound);
  const shown = pictures && pictures.count > 0 ? picture : undefined;
  const heard = sounds && sounds.count > 0 ? sound : undefined;
  const duration = Math.max(shown ? endOf(shown, pictures!) : 0, heard ? endOf(heard, sounds!) : 0);
  if (duration < shortestRecording) throw new Problem('broken_media', { cause: `lasts ${duration} s` });
  for (const table of [pictures, sounds]) {
    const last = table ? table.count - 1 : -1;
    if (table && last >= 0 && table.offset[last]! + table.size[last]! > fileSize)
      throw new Problem('broken_media', { cause: 'its tables point behind the end of the file' });
  }
  const pictureReason = shown && reasonAgainstPicture(shown, pictures!);
  const reason = pictureReason ?? (heard && reasonAgainstSound(heard));
  return {
    kind: shown ? 'video' : 'audio',
    container: 'MP4',
    duration,
    ...(shown ? { video: videoOf(shown, pictures!)! } : {}),
    ...(heard ? { audio: audioOf(heard)! } : {}),
    captionTracks: captionTracks(tracks),
    playback: !reason ? 'direct' : shown && !pictureReason ? 'repackage' : 'transcode',
    ...(reason ? { reason } : {}),
  };
}
