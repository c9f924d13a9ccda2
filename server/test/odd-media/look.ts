import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { barFilters, bars, readBars } from './bar-code.ts';

const execute = promisify(execFile);

/** A frame as it is shown: its number, where it can be read, and the second from which on. */
export type ShownFrame = { number: number | undefined; time: number };

type LookOptions = {
  /** Times as they are in the file, instead of counted from its first one. */
  absolute?: boolean;
  /** ffmpeg's name of the picture's stream. */
  picture?: string;
  /** How many of the bars are read, from the most significant on. */
  read?: number;
};

const buffers = { encoding: 'buffer', maxBuffer: 1 << 28 } as const;

/** All frames of a file or of a stream at an address, in the order of showing, as ffmpeg decodes them. */
export async function lookAtFrames(
  ffmpeg: string,
  input: string,
  { absolute = false, picture = 'V:0', read = bars }: LookOptions = {},
): Promise<ShownFrame[]> {
  const args = ['-hide_banner', '-nostdin', '-v', 'info', '-nostats', ...(absolute ? ['-copyts'] : []), '-i', input];
  const output = ['-map', `0:${picture}`, '-vf', `${barFilters},showinfo`, '-vsync', '0', '-f', 'rawvideo', 'pipe:1'];
  const { stdout, stderr } = await execute(ffmpeg, [...args, ...output], buffers);
  const times = [...stderr.toString().matchAll(/\bn: *\d+ pts: *-?\d+ pts_time: *(-?[\d.]+)/g)].map(([, time]) =>
    Number(time),
  );
  return times.map((time, n) => ({ time, number: readBars(stdout.subarray(n * bars, n * bars + read)) }));
}

/** The number of the frame that a picture shows. */
export async function lookAtPicture(ffmpeg: string, file: string): Promise<number | undefined> {
  const args = ['-v', 'error', '-i', file, '-vf', barFilters, '-frames:v', '1', '-f', 'rawvideo', 'pipe:1'];
  return readBars((await execute(ffmpeg, args, buffers)).stdout);
}

/** Samples a second of what `listenTo` returns. */
export const heardRate = 16_000;

/** The sound in one channel, in its place from second 0 on. */
export async function listenTo(
  ffmpeg: string,
  input: string,
  { absolute = false }: LookOptions = {},
): Promise<Int16Array> {
  const args = ['-v', 'error', ...(absolute ? ['-copyts'] : []), '-i', input, '-map', '0:a:0'];
  const output = ['-af', `aresample=${heardRate}:async=1:first_pts=0`, '-ac', '1', '-f', 's16le', 'pipe:1'];
  const { stdout } = await execute(ffmpeg, [...args, ...output], buffers);
  return new Int16Array(new Uint8Array(stdout).buffer, 0, stdout.length >> 1);
}

/** How alike two pieces of sound are that begin at these samples, -1 to 1. */
function correlateSound(a: Int16Array, fromA: number, b: Int16Array, fromB: number, count: number): number {
  let [dot, ofA, ofB] = [0, 0, 0];
  for (let n = 0; n < count; n += 1) {
    const [x, y] = [a[fromA + n] ?? 0, b[fromB + n] ?? 0];
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA === 0 || ofB === 0 ? 0 : dot / Math.sqrt(ofA * ofB);
}

/** Where, in samples around `at`, a piece of `b` is most like the piece of `a` at `at`. */
export function bestShift(a: Int16Array, b: Int16Array, at: number, most: number): { shift: number; likeness: number } {
  let best = { shift: 0, likeness: -1 };
  for (let shift = -most; shift <= most; shift += 1) {
    const alike = correlateSound(a, at, b, at + shift, heardRate / 4);
    if (alike > best.likeness) best = { shift, likeness: alike };
  }
  return best;
}

/** How many of its frames hold two moments in their lines, by what ffmpeg sees in them. */
export async function countInterlacedFrames(ffmpeg: string, input: string): Promise<number> {
  const args = ['-hide_banner', '-nostdin', '-nostats', '-i', input, '-map', '0:V:0', '-vf', 'idet', '-f', 'null', '-'];
  const { stderr } = await execute(ffmpeg, args);
  const [, top, bottom] = /Multi frame detection: TFF: *(\d+) BFF: *(\d+)/.exec(stderr) ?? [];
  return Number(top) + Number(bottom);
}

/** Returns the messages of ffmpeg while it decodes a whole stream; empty when the stream is intact. */
export async function errorsIn(ffmpeg: string, input: string): Promise<string> {
  const decode = '-map 0:V? -map 0:a? -f null -'.split(' ');
  const args = ['-hide_banner', '-nostdin', '-v', 'error', '-i', input, ...decode];
  return (await execute(ffmpeg, args)).stderr;
}

/** Returns ffmpeg's description of a file or a stream. */
export async function describeStream(ffmpeg: string, input: string): Promise<string> {
  const args = ['-hide_banner', '-nostdin', '-i', input, '-map', '0', '-c', 'copy', '-t', '0', '-f', 'null', '-'];
  return (await execute(ffmpeg, args)).stderr;
}
