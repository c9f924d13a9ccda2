import { longest } from '@lectern/contract/rules/longest';
import { chooseTrack } from '../../../../platform/choose-track.ts';
import type { CaptionTrack, MediaInfo } from '../../port.ts';

const duration = /Duration: (\d+):(\d\d):(\d\d\.\d+)/;
const stream = /^ *Stream #0:(\d+)(?:\[0x[\da-f]+\])?(?:\((\w+)\))?: (Video|Audio|Subtitle): (\w+)(.*)$/gm;

const imageCodecs = new Set(['dvd_subtitle', 'hdmv_pgs_subtitle', 'dvb_subtitle', 'xsub']);

export type Stream = { n: number; language: string | undefined; kind: string; codec: string; rest: string };

/** The streams in what `ffmpeg -i` says, but those that are encrypted. */
export function streamsOf(description: string, encrypted: readonly number[]): Stream[] {
  const streams = [...description.matchAll(stream)].map(([, n, language, kind, codec, rest]) => ({
    n: Number(n),
    language: language === 'und' || (language?.length ?? 0) > longest.language ? undefined : language,
    kind: kind!,
    codec: codec!,
    rest: rest ?? '',
  }));
  return streams.filter(({ n }) => !encrypted.includes(n));
}

/** Single pictures in a stream of their own: covers, and the picture lists of podcasts. */
const stillCodecs = new Set(['mjpeg', 'png', 'bmp', 'gif', 'webp', 'tiff']);

/** The stream that is the recording's picture: moving pictures before stills, covers never. */
export function mainPicture(streams: readonly Stream[]): Stream | undefined {
  const pictures = streams.filter(({ kind, rest }) => kind === 'Video' && !rest.includes('(attached pic)'));
  return pictures.find(({ codec }) => !stillCodecs.has(codec)) ?? pictures[0];
}

export const captionTracksIn = (description: string, encrypted: readonly number[]): CaptionTrack[] =>
  streamsOf(description, encrypted)
    .filter(({ kind }) => kind === 'Subtitle')
    .map(({ n, language, codec, rest }) => ({
      track: n,
      codec,
      ...(language ? { language } : {}),
      image: imageCodecs.has(codec),
      ...(rest.includes('(default)') ? { isDefault: true } : {}),
      ...(rest.includes('(forced)') ? { isForced: true } : {}),
    }));

/** The sound that players play, with the number of its stream; the first one that can be decoded otherwise. */
function mainSound(streams: readonly Stream[], isOneOfSeveral: boolean): MediaInfo['audio'] {
  const sounds = streams.filter(({ kind }) => kind === 'Audio');
  const known = sounds.filter(({ codec }) => codec !== 'none' && codec !== 'unknown');
  const tracks = (known.length > 0 ? known : sounds).map((sound) => ({
    ...sound,
    isDefault: sound.rest.includes('(default)'),
  }));
  const chosen = chooseTrack(tracks);
  return (
    chosen && {
      ...(isOneOfSeveral || sounds.length > 1 ? { stream: chosen.n } : {}),
      codec: chosen.codec,
      channels: channelsIn(chosen.rest),
      sampleRate: Number(/(\d+) Hz/.exec(chosen.rest)?.[1] ?? 0),
      ...(chosen.language ? { language: chosen.language } : {}),
    }
  );
}

const channelNames: Readonly<Record<string, number>> = { mono: 1, stereo: 2, quad: 4, '5.0': 5, '5.1': 6, '7.1': 8 };

function channelsIn(rest: string): number {
  const name = /Hz, ([\w.]+)/.exec(rest)?.[1] ?? '';
  return channelNames[name] ?? (Number.parseInt(name, 10) || 2);
}

/** What `ffmpeg -i` says about a file of a format that nothing else here reads. Undefined when it holds no media. */
export function readDescription(description: string, encrypted: readonly number[] = []): MediaInfo | undefined {
  const streams = streamsOf(description, encrypted);
  const video = mainPicture(streams);
  const audio = mainSound(streams, encrypted.length > 0);
  if (!video && !audio) return undefined;
  const [, hours = 0, minutes = 0, seconds = 0] = duration.exec(description) ?? [];
  const container = /^Input #0, ([\w]+)/m.exec(description)?.[1]?.toUpperCase() ?? 'unknown';
  // What the copy cannot be played of, inspecting the copy tells. Of reordered frames AVI does not tell the times.
  const isKept = video ? video.codec === 'h264' && container !== 'AVI' : audio?.codec === 'aac';
  const size = /, (\d{2,5})x(\d{2,5})/.exec(video?.rest ?? '');
  return {
    kind: video ? 'video' : 'audio',
    container,
    duration: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    ...(description.includes('Estimating duration from bitrate') ? {} : { lasts: {} }),
    ...(video
      ? {
          video: {
            codec: video.codec,
            width: Number(size?.[1] ?? 0),
            height: Number(size?.[2] ?? 0),
            frameRate: Number(/([\d.]+) fps/.exec(video.rest)?.[1] ?? 0),
            rotation: 0,
          },
        }
      : {}),
    ...(audio ? { audio } : {}),
    captionTracks: captionTracksIn(description, encrypted),
    ...(isKept
      ? { playback: 'repackage', reason: `Its ${container} container is copied into one that browsers play.` }
      : {
          playback: 'transcode',
          reason: `Browsers do not play this format (${[video?.codec, audio?.codec].filter(Boolean).join(', ')}).`,
        }),
  };
}
