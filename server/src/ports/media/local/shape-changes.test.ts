import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import '../../../../test/system-ffmpeg.ts';
import { openTestMedia } from '../../../../test/media.ts';
import { findFfmpeg } from './ffmpeg/find-ffmpeg.ts';

const execute = promisify(execFile);

describe('a recording whose picture changes its shape', () => {
  let opened: Awaited<ReturnType<typeof openTestMedia>>;
  let ffmpeg: string;
  before(async () => {
    opened = await openTestMedia();
    ffmpeg = (await findFfmpeg(undefined)).program!;
  });
  after(() => opened?.close());

  const path = (name: string): string => join(opened.folder, name);

  /** Three seconds of a white disc as wide as half the shorter side, as bare H.264. */
  async function disc(width: number, height: number): Promise<Buffer> {
    const radius = Math.min(width, height) / 4;
    const inside = `lte(hypot(X-${width / 2},Y-${height / 2}),${radius})`;
    const source = `color=black:s=${width}x${height}:r=10:d=3,format=yuv420p,geq=lum='16+219*${inside}':cb=128:cr=128`;
    const file = path('disc.h264');
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
    await execute(ffmpeg, ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...codec, file]);
    return readFile(file);
  }

  /** Sides of the picture, and of what is white in it, at a second of what is played. */
  async function seenAt(second: number): Promise<{ shape: number[]; disc: number[] }> {
    const args = ['-v', 'error', '-ss', String(second), '-i', path('rendition.mp4'), '-frames:v', '1'];
    await execute(ffmpeg, [...args, '-y', '-pix_fmt', 'gray', path('frame.pgm')]);
    const bytes = await readFile(path('frame.pgm'));
    const [head = '', width = '', height = ''] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1')) ?? [];
    const [columns, rows] = [new Set<number>(), new Set<number>()];
    for (const [n, grey] of bytes.subarray(head.length).entries())
      if (grey > 128) {
        columns.add(n % Number(width));
        rows.add(Math.floor(n / Number(width)));
      }
    return { shape: [Number(width), Number(height)], disc: [columns.size, rows.size] };
  }

  const shapes: readonly [name: string, first: [number, number], second: [number, number]][] = [
    ['copied.mkv', [320, 180], [180, 320]],
    ['larger.ts', [160, 120], [320, 180]],
  ];
  for (const [name, first, second] of shapes)
    it(`keeps round discs round on one canvas, when the recording is ${name}`, async () => {
      await writeFile(path('both.h264'), Buffer.concat([await disc(...first), await disc(...second)]));
      await execute(ffmpeg, ['-v', 'error', '-y', '-r', '10', '-i', path('both.h264'), '-c', 'copy', path(name)]);
      const { media } = opened;
      const info = await media.inspect(path(name));
      const played = { rendition: path('rendition.mp4'), index: path('index.json') };
      const prepared = await media.prepare(path(name), info, played);
      assert.equal(prepared.info.playback, 'transcode');
      for (const at of [1, 4]) {
        const seen = await seenAt(at);
        assert.deepEqual(seen.shape, first);
        const [wide, high] = seen.disc as [number, number];
        assert.ok(wide > 20 && Math.abs(wide - high) <= 4, `${wide} × ${high} at ${at} s`);
      }
    });

  it('copies the recording, when its pictures keep their shape', async () => {
    await writeFile(path('both.h264'), Buffer.concat([await disc(320, 180), await disc(320, 180)]));
    await execute(ffmpeg, ['-v', 'error', '-y', '-r', '10', '-i', path('both.h264'), '-c', 'copy', path('same.mkv')]);
    const info = await opened.media.inspect(path('same.mkv'));
    const played = { rendition: path('rendition.mp4'), index: path('index.json') };
    assert.equal((await opened.media.prepare(path('same.mkv'), info, played)).info.playback, 'repackage');
  });
});
