import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ffmpegProgram } from './measure.ts';
import { frameRate } from './three-hours.ts';

const execute = promisify(execFile);
const [width, height] = [96, 54];

async function frames(file: string, seek: number, seconds: number): Promise<Buffer[]> {
  const { stdout } = await execute(
    ffmpegProgram,
    [
      ...`-v error -nostdin -ss ${seek} -i`.split(' '),
      file,
      ...`-t ${seconds}`.split(' '),
      ...`-vf scale=${width}:${height},format=gray -vsync 0 -f rawvideo pipe:1`.split(' '),
    ],
    { encoding: 'buffer', maxBuffer: 1 << 28 },
  );
  const size = width * height;
  return Array.from({ length: Math.floor(stdout.length / size) }, (_, n) => stdout.subarray(n * size, (n + 1) * size));
}

const distance = (a: Buffer, b: Buffer): number => a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0);

function nearest(frame: Buffer, candidates: readonly Buffer[]): number {
  const distances = candidates.map((candidate) => distance(frame, candidate));
  return distances.indexOf(Math.min(...distances));
}

/** How many frames the first and the last frame of a clip of whole pieces are off, found by their pictures. */
export async function clipError(
  clip: Buffer,
  source: string,
  folder: string,
  offset: number,
): Promise<{ first: number; last: number }> {
  const file = join(folder, 'clip.mp4');
  await writeFile(file, clip);
  const [all, around] = await Promise.all([frames(file, 0, 120), frames(source, offset - 1, 2)]);
  // The clip lasts one piece, so that it ends where it begins.
  return {
    first: nearest(all[0]!, around) - frameRate,
    last: nearest(all.at(-1)!, around) - (frameRate - 1),
  };
}
