import { Problem } from '@lectern/contract/problem';
import type { MediaInfo } from '../port.ts';
import { describeFile } from './ffmpeg/arguments.ts';
import { captionTracksIn, readDescription } from './ffmpeg/read-description.ts';
import type { Ffmpeg } from './ffmpeg/run-ffmpeg.ts';
import { shortestRecording } from './probe/limits.ts';
import { resultOf } from './report.ts';

const probeThread = new URL('./probe/probe.thread.ts', import.meta.url);

async function describe(ffmpeg: Ffmpeg, file: string, signal: AbortSignal | undefined): Promise<string> {
  if (!ffmpeg.available) return '';
  return (await ffmpeg.run(describeFile(file), { signal, accept: [1, 234, 183] })).messages;
}

/** The parsers look first, in a thread; ffmpeg tells about formats they do not know, and about captions. */
export async function inspect(ffmpeg: Ffmpeg, file: string, signal?: AbortSignal): Promise<MediaInfo> {
  const probed = await resultOf<MediaInfo | null>(probeThread, { file }, signal);
  if (probed?.container === 'MP4') return probed;
  const description = await describe(ffmpeg, file, signal);
  const info = probed ? { ...probed, captionTracks: captionTracksIn(description) } : readDescription(description);
  if (!info) throw new Problem('not_media');
  if (info.duration < shortestRecording) throw new Problem('broken_media', { cause: `lasts ${info.duration} s` });
  return info;
}
