import type { CaptionTrack, MediaInfo } from '../../port.ts';

const duration = /Duration: (\d+):(\d\d):(\d\d\.\d+)/;
const stream = /^ *Stream #0:(\d+)(?:\[0x[\da-f]+\])?(?:\((\w+)\))?: (Video|Audio|Subtitle): (\w+)(.*)$/gm;

const imageCodecs = new Set(['dvd_subtitle', 'hdmv_pgs_subtitle', 'dvb_subtitle', 'xsub']);

type Stream = { n: number; language: string | undefined; kind: string; codec: string; rest: string };

function streamsOf(description: string): Stream[] {
  return [...description.matchAll(stream)].map(([, n, language, kind, codec, rest]) => ({
    n: Number(n),
    language: language === 'und' ? undefined : language,
    kind: kind!,
    codec: codec!,
    rest: rest ?? '',
  }));
}

export const captionTracksIn = (description: string): CaptionTrack[] =>
  streamsOf(description)
    .filter(({ kind }) => kind === 'Subtitle')
    .map(({ n, language, codec }) => ({
      track: n,
      codec,
      ...(language ? { language } : {}),
      image: imageCodecs.has(codec),
    }));

const channelNames: Readonly<Record<string, number>> = { mono: 1, stereo: 2, quad: 4, '5.0': 5, '5.1': 6, '7.1': 8 };

function channelsIn(rest: string): number {
  const name = /Hz, ([\w.]+)/.exec(rest)?.[1] ?? '';
  return channelNames[name] ?? (Number.parseInt(name, 10) || 2);
}

/** What `ffmpeg -i` says about a file of a format that nothing else here reads. Undefined when it holds no media. */
export function readDescription(description: string): MediaInfo | undefined {
  const streams = streamsOf(description);
  const video = streams.find(({ kind, rest }) => kind === 'Video' && !rest.includes('(attached pic)'));
  const audio = streams.find(({ kind }) => kind === 'Audio');
  if (!video && !audio) return undefined;
  const [, hours = 0, minutes = 0, seconds = 0] = duration.exec(description) ?? [];
  const size = /, (\d{2,5})x(\d{2,5})/.exec(video?.rest ?? '');
  return {
    kind: video ? 'video' : 'audio',
    container: /^Input #0, ([\w]+)/m.exec(description)?.[1]?.toUpperCase() ?? 'unknown',
    duration: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
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
    ...(audio
      ? {
          audio: {
            codec: audio.codec,
            channels: channelsIn(audio.rest),
            sampleRate: Number(/(\d+) Hz/.exec(audio.rest)?.[1] ?? 0),
          },
        }
      : {}),
    captionTracks: captionTracksIn(description),
    playback: 'transcode',
    reason: `Browsers do not play this format (${[video?.codec, audio?.codec].filter(Boolean).join(', ')}).`,
  };
}
