import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { fromFile } from '../ffmpeg/arguments.ts';
import { elementsOf, tracksOfMatroska } from './ebml.ts';
import { findPieces } from './find-pieces.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-pieces-'));

async function opened<T>(bytes: Buffer, look: (fd: number, size: number) => T): Promise<T> {
  const file = join(folder, 'file');
  await writeFile(file, bytes);
  await using handle = await open(file, 'r');
  return look(handle.fd, bytes.length);
}

const wave = Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1');
const head = Buffer.from('1a45dfa387428284', 'hex');
const matroska = Buffer.concat([head, Buffer.from('webm'), Buffer.from('1853806701ffffffffffffff', 'hex')]);

suite('the recordings in a file', () => {
  after(() => rm(folder, { recursive: true, force: true }));

  test('are counted to the most that ffmpeg can be given, and more are told', async () => {
    const of = (count: number) => opened(Buffer.concat(Array.from({ length: count }, () => wave)), findPieces);
    const most = await of(250);
    assert.deepEqual([most.pieces.length, most.isMore], [250, false]);
    const more = await of(251);
    assert.deepEqual(more, { pieces: [{ start: 0, end: 251 * wave.length }], isMore: true });
  });

  test('fit into one argument of ffmpeg, when all of them are far back in a file with a long path', () => {
    const piece = { start: 999_999_999_999, end: 1_000_000_000_000, duration: 10_000 };
    const args = fromFile({ file: `/${'x'.repeat(250)}`, pieces: Array.from({ length: 250 }, () => piece) });
    assert.ok(Math.max(...args.map(({ length }) => length)) < 128 * 1024);
  });

  test('are found behind one that was cut off within an element, and not where bytes only look alike', async () => {
    const cut = Buffer.concat([
      matroska,
      Buffer.from('1f43b67510000100', 'hex'),
      Buffer.alloc(50, 7),
      head.subarray(0, 4),
    ]);
    const found = await opened(Buffer.concat([cut, Buffer.alloc(300, 7), matroska]), findPieces);
    assert.deepEqual(
      found.pieces.map(({ start }) => start),
      [0, cut.length + 300],
    );
  });

  test('are looked for in no more elements than any honest file has', async () => {
    const empty = Buffer.alloc(200_000, Buffer.from([0xec, 0x80]));
    const file = Buffer.concat([matroska, empty]);
    await opened(file, (fd, end) => {
      assert.equal([...elementsOf(fd, { start: 0, end }, 50)].length, 50);
      assert.deepEqual(tracksOfMatroska(fd, { start: 0, end }), []);
    });
  });
});
