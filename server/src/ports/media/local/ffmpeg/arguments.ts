import type { MediaInfo, Storyboard } from '../../port.ts';
import type { RecordingPiece } from '../probe/limits.ts';

/**
 * Builds ffmpeg arguments as data and runs nothing. Supports ffmpeg 4.4 to 7.x; all of these know `-vsync`, the older
 * spelling of `-fps_mode`.
 */

/** Arguments without spaces in them, written as one would type them. */
export const splitArguments = (text: string): string[] => text.split(' ');

/** Demuxers a stranger's file may reach. Playlists and lists of files are not among them: they name other files. */
const formats = [
  ...splitArguments('mov mp4 m4a 3gp 3g2 mj2 matroska webm avi flv asf mpeg mpegts mpegvideo'),
  ...splitArguments('mxf dv mp3 aac wav w64 aiff flac ogg caf amr ac3 eac3 au m4v rm tta wv'),
].join(',');

export const quietArguments = ['-hide_banner', '-nostdin', '-v', 'error'];

/** With counts of the packets of each stream at its end. */
export const packetCountArguments = ['-hide_banner', '-nostdin', '-v', 'verbose'];

/** A recording that is read: a file, or the recordings in a file, which are read as one. */
export type Recorded = string | { file: string; pieces: NonNullable<MediaInfo['pieces']> };

/** A part of a file as ffmpeg names it, behind its head where that stands elsewhere. */
function partOf(file: string, { start, end, head }: RecordingPiece): string {
  const part = `subfile,,start,${start},end,${end},,:${file}`;
  return head ? `concat:${partOf(file, head)}|${part}` : part;
}

/** Names in a list of ffmpeg's: between quotes all but a quote is itself. */
const quoted = (name: string): string => `'${name.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Each piece begins where the one before it ends, whatever its own times say. The list is ours, no file names others.
 */
const listOf = (file: string, pieces: NonNullable<MediaInfo['pieces']>): string =>
  [
    'ffconcat version 1.0',
    ...pieces.flatMap((piece) => [`file ${quoted(partOf(file, piece))}`, `duration ${piece.duration.toFixed(6)}`]),
  ].join('\n');

export function buildInputArguments(recorded: Recorded): string[] {
  if (typeof recorded === 'string') return ['-format_whitelist', formats, '-i', `file:${recorded}`];
  return [
    ...splitArguments('-protocol_whitelist file,subfile,concat,data -format_whitelist'),
    `concat,${formats}`,
    ...splitArguments('-f concat -safe 0 -i'),
    // Plain: one argument has 128 KiB.
    `data:text/plain,${listOf(recorded.file, recorded.pieces)}`,
  ];
}

/** Our own fMP4 on stdin. */
const fromPipe = ['-protocol_whitelist', 'pipe', '-f', 'mov', '-i', 'pipe:0'];

/** Every frame keeps its own time: none is doubled, dropped or moved to a raster. */
export const frameTimesArguments = splitArguments('-vsync vfr -enc_time_base 1:90000');

const toPipe = (format: string): string[] => ['-f', format, 'pipe:1'];

const readWholeOrPiece = (file: string, piece: RecordingPiece | undefined): string[] =>
  piece
    ? ['-protocol_whitelist', 'file,subfile,concat', '-format_whitelist', formats, '-i', partOf(file, piece)]
    : buildInputArguments(file);

/** Prints what is in a file, or in a part of it, to stderr and ends with 1. */
export const describeFile = (file: string, piece?: RecordingPiece): string[] => [
  '-hide_banner',
  '-nostdin',
  ...readWholeOrPiece(file, piece),
];

export const progress = ['-progress', 'pipe:1', '-nostats'];

/** Reads a file, or a part of it, to its end without decoding; the progress tells how long it lasts. */
export const buildLengthArguments = (file: string, piece?: RecordingPiece): string[] => [
  ...quietArguments,
  ...progress,
  ...readWholeOrPiece(file, piece),
  ...splitArguments('-map 0:v? -map 0:a? -c copy -f null -'),
];

/** Frame `n`, in the order of showing, of what comes on stdin; with `width` scaled. */
export const buildStillArguments = (
  n: number,
  { width, format }: { width?: number; format: 'jpeg' | 'png' },
): string[] => [
  ...quietArguments,
  ...splitArguments('-threads 2'),
  ...fromPipe,
  ...splitArguments(`-vf select=eq(n\\,${n})${width ? `,scale=${width}:-2` : ''} -vsync 0 -frames:v 1`),
  ...splitArguments(format === 'png' ? '-c:v png -pred mixed' : '-c:v mjpeg -q:v 4 -pix_fmt yuvj420p'),
  ...toPipe('image2pipe'),
];

/**
 * Every frame of stdin as raw grey pixels of this size, and sheets of tiles as JPEG files; a tile shows the last frame
 * at or before its second.
 */
export function buildStoryboardArguments(
  { width, height }: { width: number; height: number },
  { interval, tiles, tileWidth, tileHeight, columns, rows }: Storyboard,
  folder: string,
): string[] {
  const small = `[0:v]scale=${width}:${height}:flags=area,format=yuv420p,split[all][some];[all]extractplanes=y[grey]`;
  const raster = `fps=1/${interval}:start_time=0:round=up,scale=${tileWidth}:${tileHeight}:flags=area`;
  const sheets = `tpad=stop=${tiles}:stop_mode=clone,trim=end_frame=${tiles},tile=${columns}x${rows}`;
  return [
    ...quietArguments,
    ...splitArguments('-threads 2'),
    ...fromPipe,
    ...splitArguments(`-filter_complex ${small};[some]${raster},${sheets}[sheets]`),
    ...splitArguments('-map [grey] -vsync 0'),
    ...toPipe('rawvideo'),
    ...splitArguments('-map [sheets] -vsync 0 -c:v mjpeg -q:v 5 -pix_fmt yuvj420p -f image2 -start_number 0 -y'),
    // A percent sign of the folder's own is doubled: the name is a pattern.
    `file:${folder.replaceAll('%', '%%')}/sheet-%d.jpg`,
  ];
}

/**
 * Encodes stdin frames `from` to `to`, in display order, as raw H.264. A separate parameter set id lets them join
 * copied frames. No reordering, one slice per frame.
 */
export const encodeFrames = (from: number, to: number, parameterSetId: number): string[] => [
  ...quietArguments,
  // As they lie: they stand beside frames that are copied, and players turn all of them.
  '-noautorotate',
  ...fromPipe,
  ...splitArguments(`-vf select=between(n\\,${from}\\,${to}) -vsync 0 -pix_fmt yuv420p`),
  ...splitArguments('-c:v libx264 -preset ultrafast -crf 20'),
  ...splitArguments(`-x264-params sps-id=${parameterSetId}:bframes=0:slices=1:sliced-threads=0:keyint=30:scenecut=0`),
  ...toPipe('h264'),
];

/** Decodes stdin and prints one line a frame; fails at the first error. */
export const verifyFrames = (): string[] => [
  ...quietArguments,
  ...splitArguments('-xerror -err_detect explode'),
  ...fromPipe,
  ...splitArguments('-map 0:v -vf scale=16:16 -vsync 0'),
  ...toPipe('framecrc'),
];

type Streams = { video?: { stream: number }; audio?: { stream: number } };

/** Everything of these streams between two seconds re-encoded. */
export const encodeRange = (
  file: string,
  { video, audio }: Streams,
  start: number,
  end: number,
  outFile: string,
): string[] => [
  ...quietArguments,
  ...progress,
  ...splitArguments(`-ss ${start.toFixed(6)}`),
  ...buildInputArguments(file),
  ...splitArguments(`-t ${(end - start).toFixed(6)} -map_chapters -1`),
  ...[video, audio].flatMap((track) => (track ? splitArguments(`-map 0:${track.stream}`) : [])),
  ...splitArguments('-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p -c:a aac -b:a 160k'),
  ...splitArguments('-movflags +faststart -f mp4 -y'),
  `file:${outFile}`,
];

/** A text track as WebVTT. */
export const buildCaptionsArguments = (file: Recorded, track: number): string[] => [
  ...quietArguments,
  ...buildInputArguments(file),
  ...splitArguments(`-map 0:${track} -c:s webvtt`),
  ...toPipe('webvtt'),
];

/**
 * Shrinks the pictures but keeps their closed captions. Only the filter `movie` extracts them, and it has no pixel
 * limit, so it never gets untrusted pictures.
 */
export const buildShrinkArguments = (file: Recorded, stream: number, format: string): string[] => [
  ...quietArguments,
  ...(typeof file === 'string' ? ['-f', format] : []),
  ...buildInputArguments(file),
  ...splitArguments(`-map 0:${stream} -vf scale=64:36 -pix_fmt yuv420p`),
  ...frameTimesArguments,
  ...splitArguments('-c:v libx264 -preset ultrafast -a53cc 1'),
  ...toPipe('matroska'),
];

/** The closed captions beside the tiny pictures that come on stdin as WebVTT: they are decoded. */
export const captionsOfPictures: readonly string[] = [
  ...quietArguments,
  ...splitArguments('-f lavfi -i movie=filename=pipe\\\\:0:format_name=matroska[out+subcc]'),
  ...splitArguments('-map 0:s -c:s webvtt'),
  ...toPipe('webvtt'),
];

/** Seconds in which pictures with closed captions show it: they come with every picture, also while nobody speaks. */
const shown = 20;

/** The data beside the pictures of a stream, from the beginning, undecoded: the units of these types of its codec. */
export const buildSideDataArguments = (file: Recorded, stream: number | 'v:0', codec: 'h264' | 'hevc'): string[] => [
  ...quietArguments,
  ...buildInputArguments(file),
  ...splitArguments(
    `-t ${shown} -map 0:${stream} -c copy -bsf:v filter_units=pass_types=${codec === 'h264' ? '6' : '39-40'}`,
  ),
  ...toPipe(codec),
];

/** One of two channels of sound, by its name in ffmpeg. */
export type Channel = 'FL' | 'FR';

/** Sound that begins late or has holes keeps its times by silence in their place. */
const whole = 'async=1:first_pts=0';

/** Decodes 20 seconds of sound from `from` as raw interleaved 16-bit samples in two channels. */
export const channelsAt = (file: Recorded, stream: number | undefined, from: number): string[] => [
  ...quietArguments,
  ...splitArguments(`-ss ${from} -t 20`),
  ...buildInputArguments(file),
  ...splitArguments(`-map 0:${stream ?? 'a:0'} -af aresample=8000:${whole} -ac 2 -ar 8000`),
  ...toPipe('s16le'),
];

/**
 * The sound for speech recognition: of a stream, of both its channels unless one is named; or of streams that are
 * mixed.
 */
export type Heard = { stream?: number | undefined; channel?: Channel | undefined; mixed?: readonly number[] };

/** Streams of an input as one, as loud as each of them is. */
export function buildMixArguments(streams: readonly number[], input = 0): string[] {
  const each = streams.map((n) => `[${input}:${n}]aresample=48000:${whole}[s${n}]`);
  const mix = `${streams.map((n) => `[s${n}]`).join('')}amix=inputs=${streams.length}:normalize=0:dropout_transition=0`;
  return ['-filter_complex', [...each, `${mix},alimiter=level=disabled[mix]`].join(';'), '-map', '[mix]'];
}

/** One channel for speech recognition. */
const speech = ({ stream, channel, mixed }: Heard): string[] => [
  ...(mixed
    ? buildMixArguments(mixed)
    : [
        ...splitArguments(`-map 0:${stream ?? 'a:0'} -af`),
        `${channel ? `aformat=channel_layouts=stereo,pan=mono|c0=${channel},` : ''}aresample=16000:${whole}`,
      ]),
  ...splitArguments('-ac 1 -ar 16000'),
];

/** The sound from a second on as raw 16-bit samples. */
export const samples = (file: Recorded, heard: Heard, from: number): string[] => [
  ...quietArguments,
  ...splitArguments(`-ss ${from.toFixed(6)}`),
  ...buildInputArguments(file),
  ...speech(heard),
  ...toPipe('s16le'),
];

/** The sound between two seconds as M4A. */
export const speechFile = (
  file: Recorded,
  heard: Heard,
  { start, end }: { start: number; end: number },
  outFile: string,
): string[] => [
  ...quietArguments,
  ...progress,
  ...splitArguments(`-ss ${start.toFixed(6)}`),
  ...buildInputArguments(file),
  ...splitArguments(`-t ${(end - start).toFixed(6)}`),
  ...speech(heard),
  ...splitArguments('-c:a aac -b:a 40k -movflags +faststart -f mp4 -y'),
  `file:${outFile}`,
];

/** Seconds of the output so far, from a block of `-progress` lines. */
export function progressSeconds(lines: string): number | undefined {
  const time = [...lines.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1];
  return time === undefined ? undefined : Number(time) / 1_000_000;
}

/**
 * Pictures that were written and left out, from the last block of `-progress` lines: those whose time was over are left
 * out.
 */
export function picturesIn(lines: string): { written: number; leftOut: number } {
  const last = (name: string): number =>
    Number([...lines.matchAll(new RegExp(`^${name}=(\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0);
  return { written: last('frame'), leftOut: last('drop_frames') };
}

type Packets = { kind: string; packets: number; bytes: number };

/** Packets of each stream that was copied, as they were read and as they were written, where `counted`. */
export function copiedIn(messages: string): { read: Packets; written: Packets }[] {
  // Since 7.0 the file that is meant stands before each line.
  const counts =
    /^(?:\[[^\]\n]*\])? *(Input|Output) stream #(\d+:\d+) \((\w+)\):.*? (\d+) packets \w+ \((\d+) bytes\)/gm;
  const found = new Map(
    [...messages.matchAll(counts)].map(([, way, id, kind, packets, bytes]) => [
      `${way} ${id}`,
      { kind: kind!, packets: Number(packets), bytes: Number(bytes) },
    ]),
  );
  return [...messages.matchAll(/^ *Stream #(\d+:\d+) -> #(\d+:\d+) \(copy\)$/gm)].flatMap(([, from, to]) => {
    const [read, written] = [found.get(`Input ${from}`), found.get(`Output ${to}`)];
    return read && written ? [{ read, written }] : [];
  });
}
