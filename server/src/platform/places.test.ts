import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { createPlaces } from './places.ts';

/** Work that ends when it is told to, and notes when it began. */
function jobs(places: ReturnType<typeof createPlaces>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (caller: string, name: string): Promise<void> =>
    places(caller, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { begun, ask, end };
}

const busy = (error: unknown): boolean => error instanceof Problem && error.code === 'busy';

describe('places', () => {
  it('are so many, and callers take turns for them', async () => {
    const { begun, ask, end } = jobs(createPlaces({ atOnce: 2, waiting: 10, each: 10 }));
    const all = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name)),
      ...['b1', 'b2'].map((name) => ask('b', name)),
      ask('c', 'c1'),
    ];
    assert.deepEqual(begun, ['a1', 'a2']);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']) await end(name);
    assert.deepEqual(begun, ['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']);
    await Promise.all(all);
  });

  it('refuse at once who asks for too much, and whoever comes when too many wait', async () => {
    const { ask, end } = jobs(createPlaces({ atOnce: 1, waiting: 3, each: 3 }));
    const first = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
    await assert.rejects(ask('a', 'a4'), busy);
    const other = ask('b', 'b1');
    await assert.rejects(ask('c', 'c1'), busy);
    await end('a1');
    const late = ask('c', 'c2');
    for (const name of ['a2', 'b1', 'a3', 'c2']) await end(name);
    await Promise.all([...first, other, late]);
  });

  it('are free again after work that failed', async () => {
    const places = createPlaces({ atOnce: 1, waiting: 0, each: 1 });
    await assert.rejects(
      places('a', () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.equal(await places('a', async () => 'done'), 'done');
  });
});
