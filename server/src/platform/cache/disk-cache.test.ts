import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { assertEvery } from '../../../test/assert-every.ts';
import { eventually } from '../../../test/member.ts';
import { createDiskCache } from './disk-cache.ts';

let folder: string;

const files = async (): Promise<number> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

describe('a cache on the disk', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-cache-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

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

  it('counts what an earlier process left from the beginning, and as older than what is used now', async () => {
    const fill = createDiskCache(folder, 1_000_000);
    for (let n = 0; n < 10; n += 1) await fill.through('old', `${n}.jpg`, async () => Buffer.alloc(1000));
    const [of] = await readdir(folder);
    for (let n = 0; n < 10; n += 1) await utimes(join(folder, of!, `${n}.jpg`), n, n);
    const cache = createDiskCache(folder, 10_000);
    await cache.through('old', '0.jpg', async () => assert.fail('it is kept'));
    await cache.through('new', 'new.jpg', async () => Buffer.alloc(1000));
    await cache.through('new', 'newer.jpg', async () => Buffer.alloc(1000));
    const names = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.jpg'));
    await eventually(async () => ((await names()).length <= 10 ? true : undefined), 'the removal of the oldest');
    assert.deepEqual(
      (await names()).map((name) => name.slice(33)).toSorted(),
      ['0', '3', '4', '5', '6', '7', '8', '9', 'new', 'newer'].map((name) => `${name}.jpg`),
    );
    // Even where nothing is ever made again.
    createDiskCache(folder, 5000);
    await eventually(async () => ((await names()).length <= 5 ? true : undefined), 'the bound of the new process');
  });

  it('touches nothing in its folder that is not its own', async () => {
    await mkdir(join(folder, 'code'));
    await writeFile(join(folder, 'code', 'compiled'), Buffer.alloc(5000));
    const cache = createDiskCache(folder, 1000);
    for (let n = 0; n < 20; n += 1) await cache.through('talk', `${n}.jpg`, async () => Buffer.alloc(100));
    await eventually(async () => ((await files()) <= 11 ? true : undefined), 'the removal of what was too much');
    assert.deepEqual(await readdir(join(folder, 'code')), ['compiled']);
  });

  it('leaves nothing half written where it cannot keep a thing', async () => {
    const cache = createDiskCache(folder, 1_000_000);
    await cache.through('talk', 'first.jpg', async () => Buffer.from('first'));
    const [of] = await readdir(folder);
    await mkdir(join(folder, of!, 'stuck.jpg'));
    const made = await cache.through('talk', 'stuck.jpg', async () => Buffer.from('picture'));
    assert.equal(made.toString(), 'picture');
    assert.deepEqual((await readdir(join(folder, of!))).toSorted(), ['first.jpg', 'stuck.jpg']);
  });

  it('keeps nothing of what was forgotten while it was made', async () => {
    const cache = createDiskCache(folder, 1_000_000);
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    const begun = Promise.withResolvers<void>();
    const asked = cache.through('talk', 'one.jpg', () => {
      begun.resolve();
      return promise;
    });
    await begun.promise;
    await cache.forget('talk');
    resolve(Buffer.from('old'));
    assert.equal((await asked).toString(), 'old');
    assert.equal(await files(), 0);
    assert.equal((await cache.through('talk', 'one.jpg', async () => Buffer.from('new'))).toString(), 'new');
  });

  it('finishes a cached value for other callers, when the caller that began it leaves', async () => {
    const cache = createDiskCache(folder, 1_000_000);
    const begun = Promise.withResolvers<void>();
    const controller = new AbortController();
    const make = async (signal: AbortSignal): Promise<Buffer> => {
      begun.resolve();
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      signal.throwIfAborted();
      return Buffer.from('picture');
    };
    const first = cache.through('talk', 'one.jpg', make, controller.signal);
    const second = cache.through('talk', 'one.jpg', make);
    await begun.promise;
    controller.abort(new Error('the sample was deleted'));
    await assert.rejects(first, /the sample was deleted/);
    assert.equal((await second).toString(), 'picture');
  });
});
