import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { readPlaces } from '../../../../platform/files/read-ranges.ts';
import { pieceReader, splitExtents, type PlaybackIndex } from './playback-index.ts';

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

it('does not read sound twice', async () => {
  const { parts, read } = opened();
  const kept = Buffer.from(file);
  await read(0);
  // Sound that was read with the first piece is not read again, and what was not is read now.
  file.fill(0, 0, parts[0]!.at(-1)!.offset);
  const after = await read(parts.length - 1);
  kept.copy(file);
  assert.deepEqual(after, bytesAt(sound));
});
