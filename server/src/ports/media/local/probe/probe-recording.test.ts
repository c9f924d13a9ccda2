import assert from 'node:assert/strict';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import '../../../../../test/system-ffmpeg.ts';
import { describeMedia } from '../../../../../test/describe-media.ts';
import { probeRecording } from './probe-recording.ts';

const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'];

describeMedia('the parsers of a recording', (suite) => {
  const { path } = suite;

  /** Five seconds of a picture and a tone, written as if nobody could go back in them: without a word of their length. */
  const streamed = (name: string, ...args: string[]): Promise<string> =>
    suite.make(name, ['testsrc2=size=64x36:rate=10:duration=5', 'sine=frequency=440:r=16000:d=5'], ...args);
  const streamedWebm = (): Promise<string> => streamed('streamed.webm', ...vp8, '-live', '1');

  for (const times of [1, 2])
    it(`read what was opened, when the file is moved meanwhile and holds ${times}`, async () => {
      const one = await readFile(await streamedWebm());
      await writeFile(path('arrived'), Buffer.concat(Array.from({ length: times }, () => one)));
      await using handle = await open(path('arrived'));
      const { size } = await handle.stat();
      await rename(path('arrived'), path('published'));
      const { info, failure } = await probeRecording(handle, size);
      assert.equal(failure, undefined);
      assert.ok(Math.abs(info!.duration - 5 * times) < 0.3, `${info?.duration} s`);
    });

  it('fail as the disk does, when bytes of it do not come', async () => {
    const file = await streamedWebm();
    await using handle = await open(file);
    const { size } = await handle.stat();
    await assert.rejects(probeRecording(handle, size + 1000), { code: 'EIO', syscall: 'read' });
  });

  it('measure it by ffmpeg, when it tells no length or a wrong one', async () => {
    await streamed('streamed.wmv', '-c:v', 'wmv2', '-c:a', 'wmav2', '-f', 'asf', '-seekable', '0');
    await streamed('streamed.m2v', '-an', '-c:v', 'mpeg2video', '-r', '25');
    await streamed('streamed.avi', '-c:v', 'mpeg4', '-c:a', 'mp3', '-seekable', '0');
    for (const name of ['streamed.wmv', 'streamed.m2v', 'streamed.avi']) {
      const { duration, playback } = await suite.media.inspect(path(name));
      assert.equal(playback, 'transcode', name);
      assert.ok(Math.abs(duration - 5) < 0.3, `${name} lasts ${duration} s`);
    }
  });

  it('keep the length of all pieces, when they are longer together than may be uploaded', async () => {
    const one = await readFile(
      await suite.make('long.wav', ['anullsrc=r=1000:cl=mono'], '-t', '6000', '-c:a', 'pcm_u8'),
    );
    await writeFile(path('two.wav'), Buffer.concat([one, one]));
    const { duration, pieces } = await suite.media.inspect(path('two.wav'));
    assert.deepEqual([Math.round(duration), pieces?.length], [12_000, 2]);
  });

  it('measure it to its end, when they stop at damage', async () => {
    const bytes = await readFile(await streamedWebm());
    const cluster = bytes.indexOf(Buffer.from('1f43b675', 'hex'));
    bytes.fill(0x9d, cluster + 30, cluster + 300);
    await writeFile(path('hurt.webm'), bytes);
    const { duration } = await suite.media.inspect(path('hurt.webm'));
    assert.ok(duration > 4, `${duration} s`);
  });
});
