import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryCache } from './memory-cache.ts';

describe('the cache in memory', () => {
  it('makes a thing once for all who ask, also while it is being made', async () => {
    const cache = createMemoryCache<string>(100, ({ length }) => length);
    const { promise, resolve } = Promise.withResolvers<string>();
    let times = 0;
    const make = (): Promise<string> => {
      times += 1;
      return promise;
    };
    const asked = [cache.through('a', make), cache.through('a', make)];
    resolve('made');
    assert.deepEqual(await Promise.all(asked), ['made', 'made']);
    assert.equal(await cache.through('a', make), 'made');
    assert.equal(times, 1);
  });

  it('forgets what was used longest ago when it is full, and never keeps what is larger than itself', async () => {
    const cache = createMemoryCache<string>(10, ({ length }) => length);
    const made: string[] = [];
    const ask = (name: string, size: number): Promise<string> =>
      cache.through(name, async () => {
        made.push(name);
        return 'x'.repeat(size);
      });
    await ask('a', 5);
    await ask('b', 5);
    await ask('a', 5);
    await ask('c', 5);
    await ask('a', 5);
    await ask('b', 5);
    await ask('huge', 11);
    await ask('huge', 11);
    assert.deepEqual(made, ['a', 'b', 'c', 'b', 'huge', 'huge']);
  });

  it('keeps no failure', async () => {
    const cache = createMemoryCache<string>(10, ({ length }) => length);
    const away = cache.through('a', () => Promise.reject(new Error('away')));
    const beside = cache.through('a', () => Promise.resolve('not asked'));
    await assert.rejects(away, /away/);
    await assert.rejects(beside, /away/);
    assert.equal(await cache.through('a', () => Promise.resolve('there')), 'there');
  });
});
