import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import '../../../../../test/system-ffmpeg.ts';
import { Problem } from '@lectern/contract/problem';
import { buildMovieFile, buildMoovBox, videoEntry } from '../../../../../test/hostile-media.ts';
import { box, u32 } from '../mp4/box.ts';
import { packetCountArguments, describeFile, buildInputArguments, splitArguments } from './arguments.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { createFfmpeg } from './run-ffmpeg.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-limits-'));
const { program } = await findFfmpeg(undefined);
const ffmpeg = createFfmpeg(program);
/** A black PNG of one bit a pixel: 32 kB for 256 million pixels. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, body: Buffer): Buffer =>
    // Sums are not checked by whoever decodes first and asks later.
    Buffer.concat([u32(body.length), box(type, body).subarray(4), u32(0)]);
  const head = Buffer.concat([u32(width, height), Buffer.from([1, 0, 0, 0, 0])]);
  const rows = deflateSync(Buffer.alloc((width / 8 + 1) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const refused = (code: string) => (error: unknown) => {
  assert.ok(error instanceof Problem, String(error));
  assert.deepEqual([error.code, error.retryable], [code, false], String(error.cause));
  return true;
};
const stopped = refused('reading_stopped');

suite('ffmpeg', { skip: program === undefined ? 'without ffmpeg' : false }, () => {
  after(async () => {
    await ffmpeg.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('refuses to decode a picture above the pixel limit, even when the file declares fewer', async () => {
    const entry = videoEntry('png ', 320, 180);
    for (const [side, outcome] of [
      [16_000, 'stopped'],
      [800, 'decoded'],
    ] as const) {
      const picture = blackPng(side, side);
      const claims = { count: 1, size: picture.length, duration: 1000, entry };
      const at = buildMovieFile(buildMoovBox(claims), 0).length;
      const file = join(folder, `${side}.mov`);
      await writeFile(file, buildMovieFile(buildMoovBox({ ...claims, chunks: [at] }), 0, picture));
      const decoding = ffmpeg.run(['-v', 'error', ...buildInputArguments(file), '-f', 'null', '-']);
      if (outcome === 'stopped') await assert.rejects(decoding, refused('picture_too_large'));
      else await decoding;
    }
  });

  const source = ['-v', 'error', '-f', 'lavfi', '-i'];

  test('ends for good when it takes more memory than it may', async () => {
    const frames = [...source, 'color=s=8192x8192:d=9:r=10', '-vf', 'format=rgb48,reverse', '-f', 'null', '-'];
    await assert.rejects(ffmpeg.run(frames, { patience: 600 }), stopped);
  });

  test('writes no longer file than it may, and none where it is to write to a pipe', async () => {
    const noise = [...source, 'nullsrc=s=640x480:d=20,geq=random(1)*255:128:128', '-c:v', 'mpeg4', '-f', 'mp4', '-y'];
    await assert.rejects(ffmpeg.run([...noise, `file:${join(folder, 'noise.mp4')}`], { written: 50_000 }), stopped);
    const aside = [...source, 'color=d=1', '-f', 'mp4', '-y', join(folder, 'aside.mp4'), '-f', 'null', '-'];
    await assert.rejects(ffmpeg.run(aside), stopped);
  });

  test('opens nothing but files and pipes', async () => {
    const away = describeFile('x').map((word) => (word === 'file:x' ? 'http://127.0.0.1:9/x.mp4' : word));
    await assert.rejects(ffmpeg.run(away), (error: Problem) => /not on whitelist/i.test(String(error.cause)));
  });

  for (const [how, name] of [
    ['in a title of one line', 'title'],
    ['in lines of a title', 'title=Some\nlines: '],
    ['in a name of several lines', 'NAME\nNo space left on device\ncannot allocate memory'],
  ] as const)
    test(`ignores full-disk messages from file metadata, when a copy fails ${how}`, async () => {
      const file = join(folder, 'said.mkv');
      const said = 'No space left on device, cannot allocate memory, exceeds specified max pixel count';
      const sources = [...source, 'sine=d=1', '-c:a', 'pcm_s16be', '-metadata', `${name}=${said}`];
      await ffmpeg.run([...sources, '-f', 'matroska', '-y', `file:${file}`]);
      const copy = [...packetCountArguments, ...buildInputArguments(file), '-c', 'copy', '-f', 'mp4', '-y'];
      await assert.rejects(ffmpeg.run([...copy, `file:${join(folder, 'said.mp4')}`]), (error: Problem) => {
        assert.match(String(error.cause), /No space left on device/, 'it does say so');
        return error.code === 'media_failed';
      });
      assert.ok((await ffmpeg.run(describeFile(file), { accept: [1, 234, 183] })).messages.includes(said));
    });

  test('waits for room, when the disk is full', async () => {
    const tone = [...packetCountArguments, ...splitArguments('-f lavfi -i sine=d=1 -c:a aac -f mp4 -y file:/dev/full')];
    await assert.rejects(ffmpeg.run(tone), { code: 'disk_full' });
  });
});
