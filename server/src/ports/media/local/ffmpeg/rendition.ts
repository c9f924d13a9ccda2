import { copiesSound, type MediaInfo } from '../../port.ts';
import {
  packetCountArguments,
  buildInputArguments,
  buildMixArguments,
  frameTimesArguments,
  progress,
  quietArguments,
  type Recorded,
  splitArguments,
} from './arguments.ts';
import type { Colour, Picture } from './read-picture.ts';

/**
 * Maps the streams chosen at inspection; otherwise the moving picture of two, and the first sound unless encrypted.
 * The queue limit is raised for streams that begin late.
 */
const streams = (picture: Picture | undefined, { video, audio, encrypted }: MediaInfo, ofSound = 0): string[] => [
  ...(picture ? ['-map', `0:${video?.stream ?? picture.stream}`] : []),
  ...(audio?.mixed
    ? buildMixArguments(audio.mixed, ofSound)
    : audio || !encrypted
      ? splitArguments(`-map ${ofSound}:${audio?.stream ?? 'a:0'}?`)
      : []),
  ...splitArguments('-map_chapters -1 -max_muxing_queue_size 100000'),
];

/** Sound that begins late or has holes keeps its times by silence in their place, as a mix does already. */
const sound = ({ audio }: MediaInfo): string[] => [
  ...(audio?.mixed ? [] : splitArguments('-af aresample=async=1:first_pts=0')),
  ...splitArguments('-c:a aac -b:a 128k -ac 2 -ar 48000'),
];

/** Where sample tables begin, and exact times for every rate: 1/90000 s as in MPEG. */
const container = splitArguments('-video_track_timescale 90000 -movflags +faststart -f mp4 -y');

/** A file without packets of which a part is missing, as where a file is cut off: browsers end at them. */
const wholePackets = (file: string): string[] => [
  ...splitArguments('-fflags +discardcorrupt'),
  ...buildInputArguments(file),
];

/**
 * Copies the picture into a progressive MP4, and the sound if it is cuttable AAC. `apart` reads the file once for
 * each, so one may end early.
 */
export const repackage = (
  file: string,
  outFile: string,
  picture: Picture | undefined,
  info: MediaInfo,
  { apart }: { apart: boolean },
): string[] => [
  ...packetCountArguments,
  ...progress,
  ...wholePackets(file),
  ...(apart ? wholePackets(file) : []),
  ...streams(picture, info, apart ? 1 : 0),
  ...splitArguments('-c:v copy'),
  ...(copiesSound(info) ? splitArguments('-c:a copy') : sound(info)),
  ...container,
  `file:${outFile}`,
];

/** Seconds between keyframes of a rendition. */
const keyframeInterval = 4;

/** Pixels of a rendition's long and short side at most. */
const [longest, shortest] = [1920, 1080];

/**
 * Scales to square pixels and even sides in the intended shape. Fitting pictures lose a line or column rather than
 * sharpness. Uses television range, which players expect.
 */
function sized(): string[] {
  const shown = 'iw*sar';
  const factor = `min(1,min(${longest}/max(${shown},ih),${shortest}/min(${shown},ih)))`;
  const fits = `eq(sar,1)*gte(${factor},1)`;
  const even = (side: string): string => `2*max(1,round(${side}*${factor}/2))`;
  return [
    `scale=w='if(${fits},max(iw,2),${even(shown)})':h='if(${fits},max(ih,2),${even('ih')})':out_range=tv`,
    "crop=w='trunc(iw/2)*2':h='trunc(ih/2)*2':x=0:y=0",
    'setsar=1',
  ];
}

const bt709 = 'primaries=bt709:transfer=bt709:matrix=bt709:range=tv';

/**
 * Converts colours browsers would show wrongly to standard-range BT.709. Diffuse white, 203 cd/m² (ITU-R BT.2408),
 * becomes 1; up to 1,000 cd/m² is compressed above 0.3.
 */
function recoloured(colour: Colour, canMapTones: boolean): string[] {
  switch (colour.kind) {
    case 'plain':
      return [];
    case 'rgb':
      return [
        'scale=out_color_matrix=bt709:out_range=tv',
        'format=yuv420p',
        'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv',
      ];
    case 'wide':
      return canMapTones
        ? [`zscale=primariesin=bt2020:transferin=bt709:matrixin=bt2020nc:${bt709}`]
        : ['setparams=color_primaries=bt2020:colorspace=bt2020nc'];
    case 'hdr':
      return canMapTones
        ? [
            `zscale=primariesin=bt2020:transferin=${colour.curve}:matrixin=bt2020nc:transfer=linear:npl=203`,
            'format=gbrpf32le',
            'zscale=primaries=bt709',
            'tonemap=tonemap=mobius:param=0.3:desat=0:peak=5',
            `zscale=${bt709}`,
          ]
        : [`setparams=color_primaries=bt2020:color_trc=${colour.curve}:colorspace=bt2020nc`];
  }
}

/** The last picture again and again, as often as there are keyframes, where sound goes on long after it. */
function goingOn({ video, duration }: MediaInfo): string[] {
  if (video?.end === undefined) return [];
  return [
    `tpad=stop_mode=clone:stop_duration=${(duration - video.end).toFixed(3)}`,
    `select='lt(t,${(video.end - 0.002).toFixed(3)})+gte(t-prev_selected_t,${keyframeInterval})'`,
  ];
}

/** Sides of what is encoded, in pixels: those of the first picture. */
export type Canvas = { width: number; height: number };

/** Pictures of another shape than the first one, as of a window that was resized, whole and with bars beside them. */
function within({ width, height }: Canvas): string[] {
  const factor = `min(${width}/iw,${height}/ih)`;
  const even = (side: string): string => `2*max(1,round(${side}*${factor}/2))`;
  return [`scale=w='${even('iw')}':h='${even('ih')}'`, `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`, 'setsar=1'];
}

const filtersOf = (
  { perhapsInterlaced, colour }: Picture,
  info: MediaInfo,
  { canMapTones, canvas }: { canMapTones: boolean; canvas: Canvas | undefined },
): string =>
  [
    // Frames that are not marked as interlaced pass as they are.
    ...(perhapsInterlaced ? ['bwdif=mode=send_frame:parity=auto:deint=interlaced'] : []),
    ...sized(),
    ...(canvas ? within(canvas) : []),
    ...recoloured(colour, canMapTones),
    'format=yuv420p',
    ...goingOn(info),
  ].join(',');

/** The first picture as it would be encoded, behind a line that tells its size. */
export const firstPicture = (file: Recorded, picture: Picture, { video }: MediaInfo): string[] => [
  ...quietArguments,
  ...buildInputArguments(file),
  ...splitArguments(`-map 0:${video?.stream ?? picture.stream} -frames:v 1 -vf`),
  [...sized(), 'format=yuv420p'].join(','),
  ...splitArguments('-f yuv4mpegpipe pipe:1'),
];

/** Extracts the H.264 sequence parameter sets at the keyframes of our copy. */
export const formsOfPictures = (file: string): string[] => [
  ...quietArguments,
  ...splitArguments('-discard:v nokey'),
  ...buildInputArguments(file),
  ...splitArguments('-map 0:v:0 -c copy -bsf:v filter_units=pass_types=7 -f h264 pipe:1'),
];

/**
 * Encodes browser-safe, quickly seekable H.264 and AAC: 8 bits, 4:2:0, at most 1920 × 1080 or upright. Applies edit
 * lists and rotation; conceals any amount of damage.
 */
export const transcode = (
  file: Recorded,
  outFile: string,
  picture: Picture | undefined,
  info: MediaInfo,
  how: { canMapTones: boolean; canvas: Canvas | undefined },
): string[] => [
  ...quietArguments,
  ...progress,
  ...splitArguments('-max_error_rate 1'),
  ...buildInputArguments(file),
  ...streams(picture, info),
  ...(picture ? ['-vf', filtersOf(picture, info, how), ...frameTimesArguments] : []),
  ...splitArguments('-c:v libx264 -preset veryfast -crf 23 -profile:v high'),
  // Without reordering a clip can be copied up to its last frame.
  ...splitArguments('-bf 0'),
  ...splitArguments(`-force_key_frames expr:gte(t,n_forced*${keyframeInterval})`),
  ...sound(info),
  ...container,
  `file:${outFile}`,
];
