import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { assertEvery } from '../../test/assert-every.ts';
import { eventually } from '../../test/member.ts';
import { createDiskCache } from './disk-cache.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-cache-'));
after(() => rm(folder, { recursive: true, force: true }));

const files = async (): Promise<number> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

describe('a cache on the disk', () => {
  it('makes a thing once for all who ask at the same time, and keeps it', async () => {
    const cache = createDiskCache(folder, 1_000_000);
    let made = 0;
    const ask = () =>
      cache.through('talk', 'one.jpg', async () => {
        made += 1;
        await new Promise(setImmediate);
        return Buffer.from('picture');
      });
    const all = await Promise.all(Array.from({ length: 20 }, ask));
    assertEvery(all, (bytes) => bytes.equals(Buffer.from('picture')));
    await ask();
    assert.equal(made, 1);
    assert.equal(await cache.through('talk', 'none.jpg', async () => null), null);
    await cache.forget('talk');
    await ask();
    assert.equal(made, 2);
    await cache.forget('talk');
  });

  it('fails for all who asked, and tries again for the next', async () => {
    const cache = createDiskCache(folder, 1_000_000);
    const fail = () => cache.through('talk', 'two.jpg', () => Promise.reject(new Error('no picture')));
    await Promise.all([assert.rejects(fail(), /no picture/), assert.rejects(fail(), /no picture/)]);
    assert.ok(await cache.through('talk', 'two.jpg', async () => Buffer.from('now')));
    await cache.forget('talk');
  });

  it('never grows beyond its bytes, with what an earlier process left', async () => {
    const fill = async (most: number, from: number, count: number) => {
      const cache = createDiskCache(folder, most);
      for (let n = from; n < from + count; n += 1)
        await cache.through(`talk ${n % 3}`, `${n}.jpg`, async () => Buffer.alloc(1000));
    };
    await fill(50_000, 0, 40);
    assert.equal(await files(), 40);
    await fill(50_000, 100, 200);
    await eventually(async () => ((await files()) <= 50 ? true : undefined), 'the removal of what was too much');
    const cache = createDiskCache(folder, 50_000);
    await cache.through('talk 0', 'new.jpg', async () => Buffer.alloc(1000));
    await cache.through('large', 'large.jpg', async () => Buffer.alloc(40_000));
    await eventually(async () => ((await files()) <= 50 ? true : undefined), 'the removal of what was too much');
    assert.ok((await files()) > 30, 'one large thing does not push out all others');
  });
});
