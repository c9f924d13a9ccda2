import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { copiedIn } from './arguments.ts';
import { keepMessages } from './run-ffmpeg.ts';

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

  test('reports no complaints, when ffmpeg only quotes what the file says of itself', () => {
    assert.equal(told(beginning + ending).complaints, '');
  });

  test('reports ffmpeg errors, fatal errors and warnings as complaints', () => {
    const complaints = (['error', 'fatal', 'warning'] as const).map((level) => said(level, `of ${level}`)).join('');
    assert.equal(told(beginning + complaints + ending).complaints, 'of error\nof fatal\nof warning\n');
  });

  test('reports a complaint without the text before it on its line', () => {
    const { complaints } = told(`    title           : No space left on device${said('error', 'Packet is corrupt')}`);
    assert.equal(complaints, 'Packet is corrupt\n');
  });

  test('reads the same messages without colour codes, when they arrive one character at a time', () => {
    const text = beginning + said('error', 'Packet is corrupt') + ending;
    assert.deepEqual(told(text, 1), told(text));
    assert.ok(!told(text).all.includes('\u001B'));
  });
});
