import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '../../server/src/ports/media/local/ffmpeg/find-ffmpeg.ts';

export const run = promisify(execFile);

export async function ffmpeg(): Promise<string> {
  const { program } = await findFfmpeg(undefined);
  if (!program) throw new Error('There is no ffmpeg here.');
  return program;
}

/** Makes a recording of a quarter of an hour, which every browser needs converted. */
export async function longConversion(folder: string): Promise<string> {
  const file = join(folder, 'long.avi');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=15:d=900', '-f', 'lavfi', '-i', 'sine=440:d=900'];
  await run(await ffmpeg(), ['-v', 'error', ...source, '-c:v', 'mpeg4', '-q:v', '6', '-c:a', 'libmp3lame', file]);
  return file;
}
