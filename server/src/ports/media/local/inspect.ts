import { Problem } from '@lectern/contract/problem';
import { inChild } from '../../../platform/confined/in-child.ts';
import type { MediaInfo } from '../port.ts';
import { describeFile } from './ffmpeg/arguments.ts';
import { captionTracksIn, readDescription } from './ffmpeg/read-description.ts';
import { pictureCaptions } from './ffmpeg/picture-captions.ts';
import type { Ffmpeg } from './ffmpeg/run-ffmpeg.ts';
import { mostPixels, shortestRecording } from './probe/limits.ts';

const probeModule = new URL('./probe/probe.child.ts', import.meta.url);

/** ffmpeg's own word; what a file says of itself, such as a title, is indented. */
export const saysProtected = /^\[asf[^\]]*\] DRM protected stream/m;

/** What ffmpeg says about a file; nothing without ffmpeg. */
export async function describe(ffmpeg: Ffmpeg, file: string, signal: AbortSignal | undefined): Promise<string> {
  if (!ffmpeg.available) return '';
  return (await ffmpeg.run(describeFile(file), { signal, accept: [1, 234, 183] })).messages;
}

/** What our parsers find in a file; null for a format they do not know. They run in a process of their own. */
export const probe = (file: string, signal?: AbortSignal, sound?: number): Promise<MediaInfo | null> =>
  inChild<MediaInfo | null>(probeModule, { file, sound }, { signal });

function refuseTooLarge({ video }: MediaInfo): void {
  if (video && video.width * video.height > mostPixels)
    throw new Problem('picture_too_large', {
      cause: `${video.width} × ${video.height}`,
      detail: `The picture of this recording is ${video.width} × ${video.height} pixels, which is more than can be shown. The maximum is 8192 × 8192.`,
    });
}

/** Where a file has several tracks of sound, ffmpeg tells which is meant; its number is that of ffmpeg as well. */
const meantSound = ({ audio }: MediaInfo, described: MediaInfo | undefined): Pick<MediaInfo, 'audio'> | undefined => {
  const meant = described?.audio;
  if (!audio || !meant) return undefined;
  if (meant.stream !== undefined) return { audio: { ...audio, ...meant } };
  return meant.language ? { audio: { ...audio, language: meant.language } } : undefined;
};

/** The parsers look first, in a process of their own; ffmpeg tells about formats they do not know, and about captions. */
export async function inspect(ffmpeg: Ffmpeg, file: string, signal?: AbortSignal, sound?: number): Promise<MediaInfo> {
  const info = await inspectFormat(ffmpeg, file, signal, sound);
  const captionTracks = [...info.captionTracks, ...(await pictureCaptions(ffmpeg, file, info, signal))];
  return { ...info, captionTracks };
}

async function inspectFormat(ffmpeg: Ffmpeg, file: string, signal?: AbortSignal, sound?: number): Promise<MediaInfo> {
  const probed = await probe(file, signal, sound);
  if (probed) refuseTooLarge(probed);
  // Of MP4 files that are whole the parser has chosen already; in those of fragments only ffmpeg numbers the streams.
  if (probed?.video?.stream !== undefined || probed?.audio?.stream !== undefined) return probed;
  const description = await describe(ffmpeg, file, signal);
  if (saysProtected.test(description)) throw new Problem('protected_media');
  const described = readDescription(description, sound);
  // Sound beside a picture that only ffmpeg knows is not all there is.
  const isPart = probed?.kind === 'audio' && described?.kind === 'video';
  const info =
    probed && !isPart
      ? {
          ...probed,
          ...meantSound(probed, described),
          sounds: described?.sounds ?? [],
          captionTracks: captionTracksIn(description),
        }
      : described;
  if (!info) throw new Problem('not_media');
  refuseTooLarge(info);
  if (info.duration < shortestRecording) throw new Problem('broken_media', { cause: `lasts ${info.duration} s` });
  return info;
}
