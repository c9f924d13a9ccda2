import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { assertEvery } from '../../../test/assert-every.ts';
import { eventually } from '../../../test/member.ts';
import { createDiskCache } from './disk-cache.ts';
import { createMemoryCache } from './memory-cache.ts';
import { Readable } from 'node:stream';
import { createLocalObjectCache } from './local-object-cache.ts';
import { createSingleFlight } from './single-flight.ts';

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
});

it('forgets values used longest ago, when the memory is full, and keeps none larger than itself', async () => {
  const cache = createMemoryCache<string>(10, ({ length }) => length);
  const made: string[] = [];
  const ask = (name: string, size = 5): Promise<string> =>
    cache.through(name, async () => {
      made.push(name);
      return 'x'.repeat(size);
    });
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name);
  for (let n = 0; n < 2; n += 1) await ask('huge', 11);
  assert.deepEqual(made, ['a', 'b', 'c', 'b', 'huge', 'huge']);
});

/** The content of an object, which comes when it is told to. */
function slow(text: string) {
  const { promise: come, resolve } = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const open = async () => {
    asked.resolve();
    const content = (async function* () {
      await come;
      yield Buffer.from(text);
    })();
    return { content: Readable.from(content, { objectMode: false }), size: text.length };
  };
  return { open, come: resolve, asked: asked.promise };
}

const at = (text: string) => async () => ({ content: Readable.from([Buffer.from(text)]), size: text.length });
const object = (key: string) => ({ key, etag: '1' });

describe('copies of objects', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-copies-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('leave nothing when all who wanted one have left, and are fetched anew for the next', async () => {
    const copies = await createLocalObjectCache(folder, 1000);
    const { open, asked } = slow('never');
    const controller = new AbortController();
    const gone = copies.of(object('a'), open, controller.signal);
    await asked;
    controller.abort(new Error('left'));
    const next = copies.of(object('a'), at('a recording'));
    await assert.rejects(gone, /left/);
    await using copy = await next;
    assert.equal(await readFile(copy.path, 'utf8'), 'a recording');
    assert.equal((await readdir(folder)).length, 1);
  });

  it('make room before one is fetched, and keep those in use', async () => {
    const copies = await createLocalObjectCache(folder, 25);
    const used = await copies.of(object('a'), at('x'.repeat(10)));
    await (await copies.of(object('b'), at('x'.repeat(10))))[Symbol.asyncDispose]();
    assert.equal((await readdir(folder)).length, 2);
    const { open, come, asked } = slow('x'.repeat(10));
    const fetched = copies.of(object('c'), open);
    await asked;
    const old = new Set(await readdir(folder));
    // None of the new one's bytes has come.
    await eventually(
      async () => ((await readdir(folder)).filter((name) => old.has(name)).length === 1 ? true : undefined),
      'the removal of what is in nobody’s use',
    );
    come();
    const copy = await fetched;
    const names = (await readdir(folder)).map((name) => join(folder, name));
    assert.deepEqual(names.toSorted(), [used.path, copy.path].toSorted());
    await copy[Symbol.asyncDispose]();
    await used[Symbol.asyncDispose]();
  });

  it('fail for all who wait, and are fetched again for the next', async () => {
    const copies = await createLocalObjectCache(folder, 1000);
    const broken = async () => ({
      content: Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('the line broke');
        })(),
        { objectMode: false },
      ),
      size: 8,
    });
    const both = [copies.of(object('a'), broken), copies.of(object('a'), broken)];
    for (const one of both) await assert.rejects(one, /the line broke/);
    assert.deepEqual(await readdir(folder), []);
    await using copy = await copies.of(object('a'), at('whole'));
    assert.equal(await readFile(copy.path, 'utf8'), 'whole');
  });

  it('fetches a copy, when an older one of the same name is being removed', async () => {
    const copies = await createLocalObjectCache(folder, 0);
    for (let n = 0; n < 20; n += 1) {
      const before = await copies.of(object('a'), at('before'));
      const removed = before[Symbol.asyncDispose]();
      await using after = await copies.of(object('a'), at('after'));
      await removed;
      assert.equal(await readFile(after.path, 'utf8'), 'after');
    }
  });
});

/** Work that ends when it is told to or when it is given up. */
function stage() {
  const shared = createSingleFlight<string>();
  const begun: PromiseWithResolvers<string>[] = [];
  const given: unknown[] = [];
  const ask = (signal?: AbortSignal, key = 'picture'): Promise<string> =>
    shared.share(
      key,
      ({ signal }) => {
        const work = Promise.withResolvers<string>();
        begun.push(work);
        signal.addEventListener('abort', () => {
          given.push(signal.reason);
          work.reject(signal.reason);
        });
        return work.promise;
      },
      signal,
    );
  return { shared, begun, given, ask };
}

const turn = (): Promise<unknown> => new Promise(setImmediate);

describe('shared work', () => {
  it('continues shared work, when its first caller leaves, and aborts it after the last one leaves', async () => {
    const { ask, begun, given } = stage();
    const first = new AbortController();
    const second = new AbortController();
    const one = ask(first.signal);
    const other = ask(second.signal);
    await turn();
    first.abort(new Error('first left'));
    await assert.rejects(one, /first left/);
    assert.deepEqual(given, []);
    const third = new AbortController();
    const late = ask(third.signal);
    third.abort(new Error('third left'));
    await assert.rejects(late, /third left/);
    second.abort(new Error('second left'));
    await assert.rejects(other, /second left/);
    assert.deepEqual(given.map(String), ['Error: second left']);
    // A later caller does not get the abandoned work.
    const next = ask();
    await turn();
    begun[1]!.resolve('made');
    assert.equal(await next, 'made');
  });

  it('never aborts shared work, when a caller that cannot leave still waits', async () => {
    const { ask, begun, given } = stage();
    const controller = new AbortController();
    const staying = ask();
    const leaving = ask(controller.signal);
    await turn();
    controller.abort(new Error('left'));
    await assert.rejects(leaving, /left/);
    begun[0]!.resolve('made');
    assert.equal(await staying, 'made');
    assert.deepEqual(given, []);
    await assert.rejects(ask(controller.signal), /left/);
    assert.equal(begun.length, 1);
  });

  it('gives forgotten work only to its present waiters, and marks it as not current', async () => {
    const { shared } = stage();
    const seen: boolean[] = [];
    const ends: (() => void)[] = [];
    const ask = (key: string) =>
      shared.share(key, async ({ isCurrent }) => {
        await new Promise<void>((resolve) => ends.push(resolve));
        seen.push(isCurrent());
        return `${ends.length}`;
      });
    const before = ask('talk/picture');
    const other = ask('other/picture');
    await turn();
    shared.forget('talk/');
    const after = ask('talk/picture');
    await turn();
    assert.equal(ends.length, 3);
    for (const end of ends) end();
    await Promise.all([before, other, after]);
    assert.deepEqual(seen, [false, true, true]);
  });
});
