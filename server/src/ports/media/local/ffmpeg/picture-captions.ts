import { Problem } from '@lectern/contract/problem';
import type { CaptionTrack, MediaInfo } from '../../port.ts';
import { buildSideDataArguments } from './arguments.ts';
import type { Ffmpeg } from './run-ffmpeg.ts';

/** ffmpeg's names of the containers that broadcasts and recordings with closed captions come in. */
const formats: readonly (readonly [RegExp, string])[] = [
  [/^(mp4|mov|quicktime)/i, 'mov'],
  [/^mpeg.?(ts|transport)/i, 'mpegts'],
  [/^matroska|^webm/i, 'matroska'],
];

/** How a caption of ATSC begins in the data of a user beside a picture (ANSI/SCTE 128, ATSC A/53 part 4). */
const captionData = Buffer.from('GA94\x03', 'latin1');

/**
 * Reads closed captions embedded in the pictures, if the first seconds have any. Returns nothing where captions are
 * impossible or unreadable; that never fails the recording.
 */
export async function pictureCaptions(
  ffmpeg: Ffmpeg,
  file: string,
  { container, video, captionTracks, pieces }: MediaInfo,
  signal: AbortSignal | undefined,
): Promise<CaptionTrack[]> {
  const codec = video?.codec === 'h264' ? 'h264' : /^(hevc|hvc1|hev1)$/.test(video?.codec ?? '') ? 'hevc' : undefined;
  const format = formats.find(([name]) => name.test(container))?.[1];
  if (!ffmpeg.available || !video || !codec || !format || captionTracks.some(({ image }) => !image)) return [];
  const stream = video.stream ?? 'v:0';
  try {
    const { output } = await ffmpeg.run(buildSideDataArguments(pieces ? { file, pieces } : file, stream, codec), {
      signal,
      patience: 30,
    });
    if (!output.includes(captionData)) return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [];
  }
  return [{ track: video.stream ?? 0, codec: 'eia_608', image: false, pictures: format }];
}
