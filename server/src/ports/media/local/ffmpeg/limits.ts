import { availableParallelism } from 'node:os';
import type { Limits } from '../../../../platform/subprocess/limits.ts';
import { mostPixels } from '../probe/limits.ts';

const megabyte = 1024 ** 2;

/** Frames of 8K are 50 MB each, and every decoding thread holds some. More threads than this make nothing quicker. */
const threads = String(Math.min(8, availableParallelism()));
const decodingThreads = String(Math.min(4, availableParallelism()));

/** Bytes: 8K of ten bits is decoded, scaled and encoded in about 1.2 GB. */
const memory = 2048 * megabyte;

/** Seconds of processor for what somebody waits for, and for conversions in the background, which their jobs time. */
const processor = { awaited: 600, background: 48 * 3600 };

/** Bytes of a result that is not written to a file but collected: a noisy screenshot of 8192 × 8192 is the largest. */
export const longestOutput = 256 * megabyte;

/** Bytes of a small file, such as a sheet of pictures or the sound for speech recognition. */
const smallFile = 256 * megabyte;

/** Bytes a second of recording that an encoder may write: twice what noise makes of 1080p. */
const encodedRate = 5 * megabyte;

/** Bytes that encoding so many seconds may write. */
export const encodedBytes = (seconds: number): number => Math.ceil(smallFile + seconds * encodedRate);

/** Bytes that copying a file into another container may write, its sound re-encoded. */
export const copiedBytes = (bytes: number, seconds: number): number =>
  Math.ceil(smallFile + bytes * 1.1 + seconds * 32_000);

/** Resource limits of an ffmpeg run; it writes only to pipes unless its last argument names a file. */
export const buildFfmpegLimits = (
  args: readonly string[],
  { background, written = smallFile }: { background: boolean; written?: number | undefined },
): Limits => ({
  memory,
  processor: background ? processor.background : processor.awaited,
  written: args.at(-1)?.startsWith('file:') && args.at(-2) !== '-i' ? written : 0,
});

/** The command as it is run: every input is read by file or pipe, within these pixels and threads. */
export function addInputLimits(args: readonly string[]): string[] {
  const input = ['-protocol_whitelist', 'file,pipe', '-max_pixels', String(mostPixels), '-threads', decodingThreads];
  // Without an output it only tells what is in the file.
  if (args.at(-2) === '-i') return [...input, ...args];
  return [...input, ...args.slice(0, -1), '-threads', threads, args.at(-1)!];
}
