import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '../src/ports/media/local/ffmpeg/find-ffmpeg.ts';

/** A grey picture for as long as the webinar lasts, in seconds, where only what its captions say matters. */
const duration = 181;

export async function makeGreyRecording(folder: string): Promise<string> {
  const { program } = await findFfmpeg(undefined);
  const file = join(folder, 'grey.mp4');
  const picture = ['-f', 'lavfi', '-i', `color=gray:s=64x36:r=1:d=${duration}`];
  await promisify(execFile)(program!, ['-v', 'error', '-y', ...picture, '-c:v', 'libx264', '-g', '2', file]);
  return file;
}
