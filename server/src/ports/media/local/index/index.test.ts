import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it, after, before, suite, test } from 'node:test';
import { readPlaces } from '../../../../platform/files/read-ranges.ts';
import { pieceReader, splitExtents, type PlaybackIndex, indexVersion, samplesFile } from './playback-index.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlayableRecording } from '../../port.ts';
import { createIndexCache } from './index-cache.ts';

const kilobyte = 1024;

/** A hundred pictures of 15 kB, each with two frames of sound behind it, as most programs write them. */
const pictures = Array.from({ length: 100 }, (_, n) => ({ offset: n * 16 * kilobyte, size: 15 * kilobyte }));
const sound = pictures.flatMap(({ offset, size }) =>
  [0, 1].map((n) => ({ offset: offset + size + n * 512, size: 512 })),
);
const file = randomBytes(100 * 16 * kilobyte);

/** Reads that file and counts reads and bytes. */
function opened() {
  const counted = { reads: 0, bytes: 0 };
  const read = async (into: Buffer, at: number): Promise<number> => {
    counted.reads += 1;
    counted.bytes += into.length;
    return file.copy(into, 0, at, at + into.length);
  };
  const media = {
    size: file.length,
    etag: '',
    pieceSize: 256 * kilobyte,
    read,
    readEach: (places: Parameters<typeof readPlaces>[0]) => readPlaces(places, 32 * kilobyte, read),
    [Symbol.asyncDispose]: async () => undefined,
  };
  const parts = [...splitExtents(pictures, media.pieceSize), ...splitExtents(sound, kilobyte ** 2)];
  const index = { audio: { silence: '' } } as PlaybackIndex;
  return { counted, parts, read: pieceReader({ index, media }, parts) };
}

const bytesAt = (extents: readonly { offset: number; size: number }[]): Buffer =>
  Buffer.concat(extents.map(({ offset, size }) => file.subarray(offset, offset + size)));

it('reads the sound of a segment with the pictures it lies between', async () => {
  const { counted, parts, read } = opened();
  const pieces: Buffer[] = [];
  for (const n of parts.keys()) pieces.push(await read(n));
  assert.deepEqual(Buffer.concat(pieces), bytesAt([...pictures, ...sound]));
  // One read a piece, and one for the sound at the seams of two of them.
  assert.ok(counted.reads <= 2 * parts.length, `${counted.reads} reads of ${parts.length} pieces`);
  assert.ok(counted.bytes <= 1.1 * file.length, `${counted.bytes} bytes read`);
});

it('reads sound alone where others have read the pictures', async () => {
  const { parts, read } = opened();
  assert.deepEqual(await read(parts.length - 1), bytesAt(sound));
});

suite('indexes of an older version', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-indexes-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('rebuilds outdated indexes one at a time, when several are requested at once', async () => {
    const playables = await Promise.all(
      Array.from({ length: 5 }, async (_, n): Promise<PlayableRecording> => {
        const [index, file] = [join(folder, `index-${n}.json`), join(folder, `recording-${n}.mp4`)];
        await writeFile(index, JSON.stringify({ version: indexVersion - 1 }));
        for (const beside of [file, samplesFile(index)]) await writeFile(beside, '');
        return { file, index };
      }),
    );
    let [writing, most] = [0, 0];
    const written: string[] = [];
    const indexes = createIndexCache(async ({ file }) => {
      writing += 1;
      most = Math.max(most, writing);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      writing -= 1;
      written.push(file);
      return { version: indexVersion, revision: file, duration: 1, segments: [] } satisfies PlaybackIndex;
    });
    const found = await Promise.all([...playables, ...playables].map((playable) => indexes.of(playable)));
    const files = playables.map(({ file }) => file);
    assert.deepEqual(
      found.map(({ revision }) => revision),
      [...files, ...files],
    );
    assert.equal(most, 1);
    assert.deepEqual(written.toSorted(), files);
  });
});
