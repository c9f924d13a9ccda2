import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import '../../../../test/system-ffmpeg.ts';
import { describeMedia, quickH264 } from '../../../../test/describe-media.ts';

describeMedia('a recording whose picture changes its shape', (suite) => {
  const { path } = suite;

  /** Three seconds of a white disc as wide as half the shorter side, as bare H.264. */
  async function disc(width: number, height: number): Promise<Buffer> {
    const radius = Math.min(width, height) / 4;
    const inside = `lte(hypot(X-${width / 2},Y-${height / 2}),${radius})`;
    const source = `color=black:s=${width}x${height}:r=10:d=3,format=yuv420p,geq=lum='16+219*${inside}':cb=128:cr=128`;
    return readFile(await suite.make('disc.h264', [source], ...quickH264));
  }

  /** Sides of the picture, and of what is white in it, at a second of what is played. */
  async function seenAt(second: number): Promise<{ shape: number[]; disc: number[] }> {
    const args = ['-v', 'error', '-ss', String(second), '-i', path('rendition.mp4'), '-frames:v', '1'];
    await suite.ffmpeg(...args, '-pix_fmt', 'gray', path('frame.pgm'));
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

  /** Prepares a recording of two discs for playing. */
  async function prepared(name: string, first: [number, number], second: [number, number]) {
    await writeFile(path('both.h264'), Buffer.concat([await disc(...first), await disc(...second)]));
    await suite.ffmpeg('-v', 'error', '-r', '10', '-i', path('both.h264'), '-c', 'copy', path(name));
    const played = { rendition: path('rendition.mp4'), index: path('index.json') };
    return suite.media.prepare(path(name), await suite.media.inspect(path(name)), played);
  }

  const shapes: readonly [name: string, first: [number, number], second: [number, number]][] = [
    ['copied.mkv', [320, 180], [180, 320]],
    ['larger.ts', [160, 120], [320, 180]],
  ];
  for (const [name, first, second] of shapes)
    it(`keeps round discs round on one canvas, when the recording is ${name}`, async () => {
      assert.equal((await prepared(name, first, second)).info.playback, 'transcode');
      for (const at of [1, 4]) {
        const seen = await seenAt(at);
        assert.deepEqual(seen.shape, first);
        const [wide, high] = seen.disc as [number, number];
        assert.ok(wide > 20 && Math.abs(wide - high) <= 4, `${wide} × ${high} at ${at} s`);
      }
    });

  it('copies the recording, when its pictures keep their shape', async () => {
    assert.equal((await prepared('same.mkv', [320, 180], [320, 180])).info.playback, 'repackage');
  });
});
