import {
  ALL_FORMATS,
  EncodedPacketSink,
  Input,
  type InputTrack,
  type Source,
  UnsupportedInputFormatError,
} from 'mediabunny';
import type { MediaInfo } from '../../port.ts';
import { longestSoundAfterPicture, type RecordingPiece } from './limits.ts';
import { Problem } from '@lectern/contract/problem';
import { findMovie, type ReadableBytes } from '../mp4/find-movie.ts';
import { readTracks } from '../mp4/movie.ts';
import { isEncrypted, isPhotographEntry } from '../mp4/sample-entry.ts';
import { tracksOfMatroska } from './ebml.ts';
import { tracksOfTransport, type TrackHead } from './transport.ts';

async function tracksOfMp4(file: ReadableBytes, { start, end }: RecordingPiece): Promise<TrackHead[]> {
  const movie = await findMovie(file, end, start).catch((error: unknown) => {
    // The reader of the recording reports what is wrong with it.
    if (!(error instanceof Problem)) throw error;
    return undefined;
  });
  return readTracks(movie?.moov ?? Buffer.alloc(0)).map(({ n, id, handler, entries }) => {
    const isPicture = handler === 'vide' && !entries.some(isPhotographEntry);
    const kind = isPicture ? 'video' : handler === 'soun' ? 'audio' : undefined;
    return { n, id, kind, isEncrypted: entries.some(isEncrypted) };
  });
}

/** The tracks of a recording in a file; none of a format whose head says nothing of encryption. */
export async function readTrackHeads(fd: number, file: ReadableBytes, piece: RecordingPiece): Promise<TrackHead[]> {
  for (const tracks of [tracksOfMatroska(fd, piece), tracksOfTransport(fd, piece)])
    if (tracks.length > 0) return tracks;
  return tracksOfMp4(file, piece);
}

/** Whether something is encrypted, and no picture and no sound is left in the clear. */
export const isProtected = (tracks: readonly TrackHead[]): boolean =>
  tracks.some((track) => track.isEncrypted) && !tracks.some((track) => track.kind && !track.isEncrypted);

export function refuseProtected(tracks: readonly TrackHead[]): void {
  if (isProtected(tracks)) throw new Problem('protected_media');
}

const names = { video: 'picture', audio: 'sound' } as const;

/** Describes, for people, encrypted tracks that are left out. */
export function encryptedIn(tracks: readonly TrackHead[]): string[] {
  return (['video', 'audio'] as const).flatMap((kind) => {
    const own = tracks.filter((track) => track.kind === kind);
    const encrypted = own.filter((track) => track.isEncrypted).length;
    if (encrypted === 0) return [];
    if (encrypted === own.length) return [`Its ${names[kind]} is encrypted`];
    return [`${encrypted} of its ${own.length} tracks of ${names[kind]} ${encrypted === 1 ? 'is' : 'are'} encrypted`];
  });
}

const codecNames: Readonly<Record<string, string>> = { avc: 'h264' };
const named = (codec: string | null): string => (codec ? (codecNames[codec] ?? codec) : 'unknown');

/**
 * Inspects mediabunny's other formats: Matroska, WebM, Ogg, MP3, WAV, FLAC, ADTS, MPEG-TS, fragmented MP4; otherwise
 * undefined. Skips encrypted tracks. Scans the file if its header lacks the duration.
 */
export async function probeStreams(
  source: Source,
  isClear: (track: InputTrack) => boolean,
): Promise<MediaInfo | undefined> {
  const input = new Input({ source, formats: ALL_FORMATS });
  try {
    const format = await input.getFormat().catch((error: unknown) => {
      if (error instanceof UnsupportedInputFormatError) return undefined;
      throw error;
    });
    if (!format) return undefined;
    const [video, audio] = await Promise.all([
      input.getPrimaryVideoTrack({ filter: isClear }),
      input.getPrimaryAudioTrack({ filter: isClear }),
    ]);
    if (!video && !audio) return undefined;
    // Transport streams do not begin at 0.
    const clear = await input.getTracks({ filter: isClear });
    const start = await input.getFirstTimestamp(clear);
    const duration = (await input.computeDuration(clear)) - start;
    const end = video && audio ? (await video.computeDuration()) - start : duration;
    const last = await (video && new EncodedPacketSink(video).getPacket(Infinity, { metadataOnly: true }));
    const soundEnd = audio && (await audio.computeDuration()) - start;
    const [videoCodec, audioCodec] = await Promise.all([video?.getCodec() ?? null, audio?.getCodec() ?? null]);
    const high10 = videoCodec === 'avc' && /^avc1\.(6e|7a|f4)/i.test((await video?.getCodecParameterString()) ?? '');
    // Sound is quickly re-encoded; a picture is worth keeping.
    const kept = video ? videoCodec === 'avc' && !high10 : audioCodec === 'aac';
    return {
      kind: video ? 'video' : 'audio',
      container: format.name,
      duration,
      lasts: {
        ...(last ? { picture: last.timestamp - start } : {}),
        ...(soundEnd === null ? {} : { sound: soundEnd }),
      },
      ...(video
        ? {
            video: {
              codec: named(videoCodec),
              width: await video.getDisplayWidth(),
              height: await video.getDisplayHeight(),
              frameRate: (await video.computePacketStats(100)).averagePacketRate,
              rotation: await video.getRotation(),
              ...(duration - end > longestSoundAfterPicture ? { end } : {}),
            },
          }
        : {}),
      ...(audio
        ? {
            audio: {
              codec: named(audioCodec),
              channels: await audio.getNumberOfChannels(),
              sampleRate: await audio.getSampleRate(),
            },
          }
        : {}),
      captionTracks: [],
      playback: kept ? 'repackage' : 'transcode',
      reason: kept
        ? `Its ${format.name} container is copied into one that browsers play.`
        : `Browsers do not all play its codecs (${
            [videoCodec, audioCodec]
              .filter(Boolean)
              .map((codec) => named(codec))
              .join(', ') || 'unknown'
          }).`,
    };
  } finally {
    input.dispose();
  }
}
