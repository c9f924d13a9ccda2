import {
  ALL_FORMATS,
  EncodedPacketSink,
  Input,
  type InputTrack,
  type Source,
  UnsupportedInputFormatError,
} from 'mediabunny';
import type { MediaInfo } from '../../port.ts';
import { longestSoundAfterPicture } from './limits.ts';

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
