import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '../../server/src/ports/media/local/ffmpeg/find-ffmpeg.ts';
import { getSamplePath } from '../../server/test/sample.ts';
import { type RandomSource, createSeededRandom } from './random.ts';

/** A recording that nobody else has: `bytes` makes the same ones each time, so that none need be kept. */
type Recording = { size: number; sha256: string; bytes: () => Buffer<ArrayBuffer> };

export type RecordingSource = { captions: Buffer<ArrayBuffer>; another(random: RandomSource): Recording };

/** Bytes of random padding at most. */
const longest = 1_500_000;

/** One that browsers do not play, so that it is re-encoded. */
async function oldCodec(): Promise<Buffer | undefined> {
  const { program } = await findFfmpeg(undefined);
  if (!program) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-chaos-sample-'));
  const file = join(folder, 'old.mp4');
  const picture = 'testsrc=duration=12:size=320x180:rate=12';
  const sound = 'sine=frequency=440:duration=12';
  const args = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, '-c:v', 'mpeg4', '-c:a', 'aac', file];
  await promisify(execFile)(program, ['-loglevel', 'error', ...args]);
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}

/** An MP4 with a box of random bytes at its end, which players pass over. */
function padded(recording: Buffer, seed: string): Buffer<ArrayBuffer> {
  const random = createSeededRandom(seed);
  const padding = random.bytes(8 + random.below(longest));
  padding.writeUInt32BE(padding.length, 0);
  padding.write('free', 4, 'latin1');
  return Buffer.concat([recording, padding]);
}

export async function openRecordings(): Promise<RecordingSource> {
  const usual = await readFile(getSamplePath('short.mp4'));
  const old = await oldCodec();
  return {
    captions: Buffer.from(await readFile(getSamplePath('short.vtt'))),
    another(random) {
      const recording = old && random.chance(0.15) ? old : usual;
      const seed = `recording ${random.below(2 ** 32)} ${random.below(2 ** 32)}`;
      const bytes = padded(recording, seed);
      return {
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        bytes: () => padded(recording, seed),
      };
    },
  };
}
