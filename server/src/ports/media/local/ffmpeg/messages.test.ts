import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { copiedIn, packetCountArguments, splitArguments } from './arguments.ts';
import { keepMessages, createFfmpeg } from './run-ffmpeg.ts';
import { readDescription } from './read-description.ts';
import type { MediaInfo } from '../../port.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { missingIn } from '../prepare.ts';

const paints = { error: '1;31', fatal: '4;31', warning: '0;33', verbose: '0;32' } as const;
const paint = (code: string, text: string): string => `\u001B[${code}m${text}\u001B[0m`;
const said = (level: keyof typeof paints, text: string): string =>
  paint('0;35', '[mp4 @ 0x55d0] ') + paint(paints[level], `${text}\n`);

function told(text: string, chunkLength = text.length) {
  const messages = keepMessages();
  for (let at = 0; at < text.length; at += chunkLength) messages.hear(text.slice(at, at + chunkLength));
  return messages.told();
}

const beginning = `Input #0, flv, from 'a.flv':
  Metadata:
    title           : No space left on device
                    : cannot allocate memory
key of two
lines: exceeds specified max pixel count
Stream mapping:
  Stream #0:0 -> #0:0 (copy)
  Stream #1:1 -> #0:1 (copy)
`;
const endingOf = (before: string): string =>
  [
    'Input stream #0:0 (video): 1500 packets read (3000000 bytes); ',
    'Input stream #1:1 (audio): 2813 packets read (480000 bytes); ',
    'Output stream #0:0 (video): 1200 packets muxed (2400000 bytes); ',
    'Output stream #0:1 (audio): 2813 packets muxed (480000 bytes); ',
  ]
    .map((line) => before + paint(paints.verbose, `  ${line}\n`))
    .join('');
const ending = endingOf('');
const counts = [
  {
    read: { kind: 'video', packets: 1500, bytes: 3_000_000 },
    written: { kind: 'video', packets: 1200, bytes: 2_400_000 },
  },
  { read: { kind: 'audio', packets: 2813, bytes: 480_000 }, written: { kind: 'audio', packets: 2813, bytes: 480_000 } },
];

suite('what ffmpeg says', () => {
  for (const [what, between] of [
    ['nothing', ''],
    ['a thousand warnings', said('warning', 'Non-monotonous DTS in output stream 0:0').repeat(1000)],
    ['a thousand errors', said('error', 'Packet is corrupt').repeat(1000)],
    ['a thousand holes', said('verbose', 'adding 480 audio samples of silence').repeat(1000)],
    ['a megabyte in one line', said('warning', 'x'.repeat(1_000_000))],
  ] as const)
    test(`tells what was copied, when it says ${what} on the way`, () => {
      assert.deepEqual(copiedIn(told(beginning + between + ending).all), counts);
    });

  test('tells what was copied, when the file that is meant stands before each line, as since 7.0', () => {
    assert.deepEqual(copiedIn(told(beginning + endingOf(paint('0;35', '[in#0/flv @ 0x55d0] '))).all), counts);
  });

  test('reports ffmpeg errors, fatal errors and warnings as complaints', () => {
    const complaints = (['error', 'fatal', 'warning'] as const).map((level) => said(level, `of ${level}`)).join('');
    assert.equal(told(beginning + complaints + ending).complaints, 'of error\nof fatal\nof warning\n');
  });

  test('reads the same messages without colour codes, when they arrive one character at a time', () => {
    const text = beginning + said('error', 'Packet is corrupt') + ending;
    assert.deepEqual(told(text, 1), told(text));
    assert.ok(!told(text).all.includes('\u001B'));
  });
});

test('the default sound is the recording’s, with its number, when ffmpeg describes two', () => {
  const info = readDescription(`Input #0, matroska,webm, from 'pipe:0':
  Duration: 00:00:24.00, start: 0.000000, bitrate: 700 kb/s
  Stream #0:0: Video: h264 (High), yuv420p(progressive), 640x360, 25 fps (default)
  Stream #0:1(eng): Audio: aac (LC), 48000 Hz, stereo, fltp
  Stream #0:2(ger): Audio: opus, 44100 Hz, mono, fltp (default)
  Stream #0:3(ger): Subtitle: subrip (srt) (default) (forced)
  Stream #0:4(ger): Subtitle: subrip (srt)
`);
  assert.deepEqual(info?.audio, { stream: 2, codec: 'opus', channels: 1, sampleRate: 44_100, language: 'ger' });
  assert.deepEqual(
    info.captionTracks.map(({ track, isDefault, isForced }) => [track, isDefault, isForced]),
    [
      [3, true, true],
      [4, undefined, undefined],
    ],
  );
});

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
