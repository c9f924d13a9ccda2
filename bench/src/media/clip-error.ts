import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ffmpegProgram } from './measure.ts';
import { benchFrameRate } from './three-hours.ts';

const execute = promisify(execFile);
const [width, height] = [96, 54];

async function frames(file: string): Promise<Buffer[]> {
  const { stdout } = await execute(
    ffmpegProgram,
    [
      ...'-v error -nostdin -i'.split(' '),
      file,
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

/** Number, in its copy of the piece, of the frame shown at a second; copies begin every `period` seconds. */
const frameShownAt = (second: number, period: number): number => Math.floor((second % period) * benchFrameRate + 0.01);

/** How many frames the first and the last frame of a clip are off, found by their pictures in the piece. */
export async function clipError(
  clip: Buffer,
  { source, period, folder }: { source: string; period: number; folder: string },
  { start, end }: { start: number; end: number },
): Promise<{ first: number; last: number }> {
  const file = join(folder, 'clip.mp4');
  await writeFile(file, clip);
  const [all, piece] = await Promise.all([frames(file), frames(source)]);
  return {
    first: nearest(all[0]!, piece) - frameShownAt(start, period),
    last: nearest(all.at(-1)!, piece) - frameShownAt(end - 0.01, period),
  };
}
