import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { MediaInfo } from '../port.ts';
import { copiedIn, packetCountArguments, splitArguments } from './ffmpeg/arguments.ts';
import { findFfmpeg } from './ffmpeg/find-ffmpeg.ts';
import { createFfmpeg } from './ffmpeg/run-ffmpeg.ts';
import { missingIn } from './prepare.ts';

const info: MediaInfo = { kind: 'video', container: 'MP4', duration: 60, captionTracks: [], playback: 'repackage' };

/** Sample of ffmpeg's final output; it reads the sound a second time for a stream that is not used. */
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

  test('reports lost packets and bytes, when a stream was not copied completely', () => {
    assert.deepEqual(told(1200, 'copied'), ['1200 of its 1500 pictures (2.4 MB of 3.0 MB) could be copied']);
  });

  test('reports nothing missing, when only duplicates of a moment were left out', () => {
    assert.deepEqual([told(1500, 'copied'), told(1490, 'copied')], [[], []]);
  });

  test('reports no packet losses, when the stream was encoded', () => {
    assert.deepEqual(told(300, 'encoded'), []);
  });

  test('finds packet counts in the output of the installed ffmpeg', async (t) => {
    const ffmpeg = createFfmpeg((await findFfmpeg(undefined)).program);
    t.after(() => ffmpeg.close());
    const made = splitArguments('-v error -f lavfi -i testsrc2=s=64x36:r=10:d=3 -c:v mpeg4 -f matroska pipe:1');
    const { output } = await ffmpeg.run(made);
    const copy = [
      ...packetCountArguments,
      ...splitArguments('-f matroska -i pipe:0 -c copy -frames:v 20 -f matroska pipe:1'),
    ];
    const [copied, ...others] = copiedIn((await ffmpeg.run(copy, { input: output })).messages);
    assert.deepEqual([copied?.written.kind, copied?.written.packets, others], ['video', 20, []]);
    assert.ok(copied!.read.packets >= 20 && copied!.read.bytes > 0);
  });
});
