import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { files } from '../../../../platform/files/local-files.ts';
import { indexVersion, type PlaybackIndex } from '../index/playback-index.ts';
import type { MediaSample } from '../mp4/fragment.ts';
import { neededFrames } from './plan-cut.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-needed-'));
after(() => rm(folder, { recursive: true, force: true }));

const index: PlaybackIndex = { version: indexVersion, revision: 'test', duration: 12, segments: [] };

const groupOf = (sizes: readonly number[]): MediaSample[] => {
  let offset = 0;
  return sizes.map((size, n) => {
    offset += size;
    return { offset: offset - size, size, sync: n === 0, decode: n, composition: 0, duration: 1 };
  });
};

const unit = (header: number, bytes: number): Buffer => {
  const made = Buffer.alloc(4 + bytes);
  made.writeUInt32BE(bytes);
  made[4] = header;
  return made;
};

suite('the frames of a group that a clip needs', () => {
  test('drops only frames shown before the clip that no other frame needs', async () => {
    // Key picture, needed, supplemental information before one that is not needed, the same behind more than is read.
    const samples = [
      unit(0x65, 900),
      unit(0x41, 500),
      Buffer.concat([unit(0x06, 60), unit(0x01, 400)]),
      Buffer.concat([unit(0x06, 900), unit(0x01, 400)]),
      unit(0x01, 300),
    ];
    const file = join(folder, 'group');
    await writeFile(file, Buffer.concat(samples));
    await using media = await files.open(file);
    const group = groupOf(samples.map(({ length }) => length));
    const needed = await neededFrames({ index, media }, group, 4);
    assert.deepEqual(
      needed.samples.map(({ decode, duration }) => [decode, duration]),
      [
        [0, 1],
        [1, 2],
        [3, 1],
        [4, 1],
      ],
    );
    assert.equal(needed.dropped, 1);
  });

  test('reads only sample heads of a hostile 190 MB group with a unit every four bytes', async () => {
    const file = join(folder, 'hostile');
    await writeFile(file, '');
    await truncate(file, 190_000_000);
    await using media = await files.open(file);
    const group = groupOf(Array.from({ length: 38 }, () => 5_000_000));
    let read = 0;
    const readEach: typeof media.readEach = (places) => {
      for (const { into } of places) read += into.length;
      return media.readEach(places);
    };
    const { dropped } = await neededFrames({ index, media: { ...media, readEach } }, group, Infinity);
    assert.ok(read > 0 && read <= 300 * group.length, `${read} bytes of ${group.length} samples`);
    assert.equal(dropped, 0, 'what is not seen to be needless is kept');
  });
});
