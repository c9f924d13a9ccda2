import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { MediaInfo } from '../port.ts';
import { copiedIn, counted, words } from './ffmpeg/arguments.ts';
import { findFfmpeg } from './ffmpeg/find-ffmpeg.ts';
import { createFfmpeg } from './ffmpeg/run-ffmpeg.ts';
import { missingIn } from './missing.ts';

const info: MediaInfo = { kind: 'video', container: 'MP4', duration: 60, captionTracks: [], playback: 'repackage' };

/** What ffmpeg says at its end; the sound is read a second time for a stream that is not taken. */
const messages = (written: number): string => `Stream mapping:
  Stream #0:0 -> #0:0 (copy)
  Stream #1:1 -> #0:1 (copy)
Input file #0 (some.mkv):
  Input stream #0:0 (video): 1500 packets read (3000000 bytes);
  Input stream #0:1 (audio): 2813 packets read (480000 bytes);
Input file #1 (some.mkv):
  Input stream #1:1 (audio): 2813 packets read (480000 bytes);
Output file #0 (copy.mp4):
  Output stream #0:0 (video): ${written} packets muxed (${written * 2000} bytes);
  Output stream #0:1 (audio): 2813 packets muxed (480000 bytes);
`;

suite('what is missing in what was made', () => {
  const told = (written: number, how: 'copied' | 'encoded'): string[] =>
    missingIn(info, { info: null, duration: 60, said: '', messages: messages(written) }, how);

  test('is told by packets and bytes, when not all of a stream was copied', () => {
    assert.deepEqual(told(1200, 'copied'), ['1200 of its 1500 pictures (2.4 MB of 3.0 MB) could be copied']);
  });

  test('is nothing, when all was copied but the doubles of a moment', () => {
    assert.deepEqual([told(1500, 'copied'), told(1490, 'copied')], [[], []]);
  });

  test('is not told by packets, when all of it was encoded', () => {
    assert.deepEqual(told(300, 'encoded'), []);
  });

  test('is found in what this ffmpeg says of packets', async (t) => {
    const ffmpeg = createFfmpeg((await findFfmpeg(undefined)).program);
    t.after(() => ffmpeg.close());
    const made = words('-v error -f lavfi -i testsrc2=s=64x36:r=10:d=3 -c:v mpeg4 -f matroska pipe:1');
    const { output } = await ffmpeg.run(made);
    const copy = [...counted, ...words('-f matroska -i pipe:0 -c copy -frames:v 20 -f matroska pipe:1')];
    const [copied, ...others] = copiedIn((await ffmpeg.run(copy, { input: output })).messages);
    assert.deepEqual([copied?.written.kind, copied?.written.packets, others], ['video', 20, []]);
    assert.ok(copied!.read.packets >= 20 && copied!.read.bytes > 0);
  });
});
