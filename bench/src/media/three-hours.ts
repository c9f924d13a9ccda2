import { execFile } from 'node:child_process';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ffmpegProgram } from './measure.ts';

const execute = promisify(execFile);

/** Seconds of the piece that is encoded, and how often it is repeated: three hours. */
export const piece = 60;
export const copies = 180;
export const benchFrameRate = 30;

const cache = join(import.meta.dirname, '../../../.cache/bench');

async function once(file: string, make: (partial: string) => string[]): Promise<string> {
  if (await stat(file).catch(() => undefined)) return file;
  const partial = `${file}.partial.mp4`;
  await execute('nice', ['-n', '10', ffmpegProgram, '-v', 'error', '-nostdin', '-y', ...make(partial)]);
  await rename(partial, file);
  return file;
}

/** The piece: a minute of 1080p in H.264 and AAC. */
async function minute(): Promise<string> {
  await mkdir(cache, { recursive: true });
  return once(join(cache, 'piece.mp4'), (partial) => [
    ...`-f lavfi -i testsrc2=s=1920x1080:r=${benchFrameRate}:d=${piece}`.split(' '),
    ...`-f lavfi -i sine=220:r=48000:d=${piece}`.split(' '),
    ...'-c:v libx264 -preset veryfast -pix_fmt yuv420p -b:v 1900k -maxrate 2500k'.split(' '),
    ...'-bufsize 4M -c:a aac -b:a 128k -ac 2 -shortest'.split(' '),
    partial,
  ]);
}

/** The piece so many times, as encoders write it: its tables at the end. */
const repeated = (file: string, source: string, times: number): Promise<string> =>
  once(file, (partial) => [...`-stream_loop ${times - 1} -i`.split(' '), source, ...'-c copy'.split(' '), partial]);

/** A three-hour 1080p recording, about 2.7 GB. */
export async function threeHours(): Promise<{ file: string; source: string; bytes: number }> {
  const source = await minute();
  const file = await repeated(join(cache, 'three-hours.mp4'), source, copies);
  return { file, source, bytes: (await stat(file)).size };
}

/** So many hours of the same in a folder, about 0.9 GB each. Resolves with their file. */
export const severalHours = async (hours: number, folder: string): Promise<string> =>
  repeated(join(folder, `${hours}-hours.mp4`), await minute(), hours * 60);

/** An hour of the same. Resolves with its file. */
export const oneHour = async (): Promise<string> => repeated(join(cache, 'hour.mp4'), await minute(), 60);

/** Three hours at four frames a second in MPEG-4 Part 2, which no browser plays. Resolves with its file. */
export async function longMpeg4(): Promise<string> {
  await mkdir(cache, { recursive: true });
  const source = await once(join(cache, 'old-piece.mp4'), (partial) => [
    ...`-f lavfi -i testsrc2=s=640x360:r=4:d=${piece} -f lavfi -i sine=220:r=48000:d=${piece}`.split(' '),
    ...'-c:v mpeg4 -q:v 8 -c:a aac -b:a 64k -shortest'.split(' '),
    partial,
  ]);
  return once(join(cache, 'old-three-hours.mp4'), (partial) => [
    ...`-stream_loop ${copies - 1} -i ${source} -c copy`.split(' '),
    partial,
  ]);
}
