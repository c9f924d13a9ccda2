import { textLimits } from '@lectern/contract/rules/longest';
import { chooseTrack } from '../../../../platform/media/choose-track.ts';
import { type CaptionTrack, heardSound, type MediaInfo, type SoundTrack } from '../../port.ts';

/** Not where less than a kilobit a second would be in the file: what was streamed may tell any length. */
const duration = /Duration: (\d+):(\d\d):(\d\d\.\d+)(?!.*bitrate: 0 kb\/s)/;
const stream = /^ *Stream #0:(\d+)(?:\[0x[\da-f]+\])?(?:\((\w+)\))?: (Video|Audio|Subtitle): (\w+)(.*)$/gm;

const imageCodecs = new Set(['dvd_subtitle', 'hdmv_pgs_subtitle', 'dvb_subtitle', 'xsub']);

/** Lines indented under a stream describe that stream. */
const title = /^ {4,}title +: (.*)$/m;

/** Characters of what a file calls a track. */
const longestTitle = 100;

/** Tracks of sound that are listed. */
export const mostSounds = 32;

/** The file's title of a track, as one short line that can be stored. */
export function trackTitle(text: string | undefined): { title?: string } {
  const line = (text ?? '').toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ');
  const short = Array.from(line.trim()).slice(0, longestTitle).join('');
  return short === '' ? {} : { title: short };
}

export type DescribedStream = {
  n: number;
  language: string | undefined;
  title?: string;
  kind: string;
  codec: string;
  rest: string;
};

/** The streams in what `ffmpeg -i` says, but those that are encrypted. */
export function parseStreams(description: string, encrypted: readonly number[]): DescribedStream[] {
  const found = [...description.matchAll(stream)];
  const streams = found.map(({ index, 0: all, 1: n, 2: language, 3: kind, 4: codec, 5: rest }, at) => ({
    n: Number(n),
    ...trackTitle(title.exec(description.slice(index + all.length, found[at + 1]?.index))?.[1]),
    language: language === 'und' || (language?.length ?? 0) > textLimits.language ? undefined : language,
    kind: kind!,
    codec: codec!,
    rest: rest ?? '',
  }));
  return streams.filter(({ n }) => !encrypted.includes(n));
}

/** Single pictures in a stream of their own: covers, and the picture lists of podcasts. */
const stillCodecs = new Set(['mjpeg', 'png', 'bmp', 'gif', 'webp', 'tiff']);

const isPicture = ({ kind, rest }: DescribedStream): boolean => kind === 'Video' && !rest.includes('(attached pic)');

/** The streams of moving pictures: no covers, and no lists of stills. */
export const movingPictures = (streams: readonly DescribedStream[]): DescribedStream[] =>
  streams.filter((stream) => isPicture(stream) && !stillCodecs.has(stream.codec));

/** The stream that is the recording's picture: moving pictures before stills, covers never. */
export const findMainPicture = (streams: readonly DescribedStream[]): DescribedStream | undefined =>
  movingPictures(streams)[0] ?? streams.find(isPicture);

/** Notes that a recording has several pictures, for example a camera and a screen. */
export const noteUnseenPictures = (pictures: number): string[] =>
  pictures > 1 ? [`It holds ${pictures} pictures at a time, of which one is shown`] : [];

export const captionTracksIn = (description: string, encrypted: readonly number[]): CaptionTrack[] =>
  parseStreams(description, encrypted)
    .filter(({ kind }) => kind === 'Subtitle')
    .map(({ n, language, title: name, codec, rest }) => ({
      track: n,
      codec,
      ...(language ? { language } : {}),
      ...(name ? { title: name } : {}),
      image: imageCodecs.has(codec),
      ...(rest.includes('(default)') ? { isDefault: true } : {}),
      ...(rest.includes('(forced)') ? { isForced: true } : {}),
    }));

/** Numbers of the streams that are encrypted, and of the sound that a person wishes to hear. */
type Known = { encrypted?: readonly number[]; wished?: number | undefined };

const beside = /\((?:comment|dub|karaoke|hearing impaired|visual impaired|clean effects|descriptions)\)/;

/** The tracks of sound that can be decoded, where any can. */
function soundsIn(streams: readonly DescribedStream[]): SoundTrack[] {
  const sounds = streams.filter(({ kind }) => kind === 'Audio');
  const known = sounds.filter(({ codec }) => codec !== 'none' && codec !== 'unknown');
  return (known.length > 0 ? known : sounds).slice(0, mostSounds).map(({ n, codec, language, title: name, rest }) => ({
    stream: n,
    codec,
    channels: channelsIn(rest),
    sampleRate: Number(/(\d+) Hz/.exec(rest)?.[1] ?? 0),
    ...(language ? { language } : {}),
    ...(name ? { title: name } : {}),
    ...(rest.includes('(default)') ? { isDefault: true } : {}),
    ...(beside.test(rest) ? { isBeside: true } : {}),
  }));
}

/** The wished one, else the one that players play, with the number of its stream where there are others. */
function mainSound(
  streams: readonly DescribedStream[],
  sounds: readonly SoundTrack[],
  { encrypted = [], wished }: Known,
) {
  const chosen = sounds.find((sound) => sound.stream === wished) ?? chooseTrack(sounds);
  if (!chosen) return undefined;
  const { stream: n, ...audio } = heardSound(chosen);
  const isOneOfSeveral = encrypted.length > 0 || streams.filter(({ kind }) => kind === 'Audio').length > 1;
  return isOneOfSeveral ? { stream: n, ...audio } : audio;
}

const channelNames: Readonly<Record<string, number>> = { mono: 1, stereo: 2, quad: 4, '5.0': 5, '5.1': 6, '7.1': 8 };

function channelsIn(rest: string): number {
  const name = /Hz, ([\w.]+)/.exec(rest)?.[1] ?? '';
  return channelNames[name] ?? (Number.parseInt(name, 10) || 2);
}

/**
 * Reads the output of `ffmpeg -i` for formats without a parser here. Undefined when the file holds no media. Without a
 * word of its length the duration is 0.
 */
export function readDescription(description: string, known: Known = {}): MediaInfo | undefined {
  const { encrypted = [] } = known;
  const streams = parseStreams(description, encrypted);
  const video = findMainPicture(streams);
  const sounds = soundsIn(streams);
  const audio = mainSound(streams, sounds, known);
  if (!video && !audio) return undefined;
  const [, hours = 0, minutes = 0, seconds = 0] = duration.exec(description) ?? [];
  const container = /^Input #0, ([\w]+)/m.exec(description)?.[1]?.toUpperCase() ?? 'unknown';
  // Inspecting the copy reports unplayable parts. AVI has no times for reordered frames.
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
    sounds,
    captionTracks: captionTracksIn(description, encrypted),
    ...(isKept
      ? { playback: 'repackage', reason: `Its ${container} container is copied into one that browsers play.` }
      : {
          playback: 'transcode',
          reason: `Browsers do not play this format (${[video?.codec, audio?.codec].filter(Boolean).join(', ')}).`,
        }),
  };
}
