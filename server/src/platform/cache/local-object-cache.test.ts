import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../test/member.ts';
import { createLocalObjectCache } from './local-object-cache.ts';

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

  it('fetches a copy once for all callers, also when the first one leaves', async () => {
    const copies = await createLocalObjectCache(folder, 1000);
    const { open, come, asked } = slow('a recording');
    const controller = new AbortController();
    const first = copies.of(object('a'), open, controller.signal);
    const second = copies.of(object('a'), () => assert.fail('it is under way'));
    await asked;
    controller.abort(new Error('the step was cancelled'));
    await assert.rejects(first, /the step was cancelled/);
    come();
    await using copy = await second;
    assert.equal(await readFile(copy.path, 'utf8'), 'a recording');
    await using again = await copies.of(object('a'), () => assert.fail('it is here'));
    assert.equal(again.path, copy.path);
  });

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
