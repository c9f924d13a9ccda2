import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { createSemaphore, type Semaphore } from './semaphore.ts';

/** Work that ends when it is told to, and notes when it began. */
function jobs(semaphore: Semaphore) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (owner: string, name: string, signal?: AbortSignal): Promise<void> =>
    semaphore(
      () => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      },
      { owner, signal },
    );
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { begun, ask, end };
}

const busy = (error: unknown): boolean => error instanceof Problem && error.code === 'busy';

describe('a semaphore', () => {
  it('lets owners take turns, however much one of them has brought', async () => {
    const one = createSemaphore({ maxConcurrent: 1 });
    const began: string[] = [];
    const bring = (owner: string, n: number) => one(async () => void began.push(`${owner}${n}`), { owner });
    await Promise.all([...[1, 2, 3, 4].map((n) => bring('a', n)), ...[1, 2].map((n) => bring('b', n)), bring('c', 1)]);
    assert.deepEqual(began, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    const { begun, ask, end } = jobs(createSemaphore({ maxConcurrent: 2 }));
    const all = [...['a1', 'a2', 'a3'].map((name) => ask('a', name)), ...['b1', 'b2'].map((name) => ask('b', name))];
    assert.deepEqual(begun, ['a1', 'a2']);
    // Owners with a running task come after those with none.
    for (const name of ['a2', 'b1', 'b2', 'a1', 'a3']) await end(name);
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2', 'a3']);
    await Promise.all(all);
  });

  it('refuses at once, when one owner asks for too much or too many wait', async () => {
    const { ask, end } = jobs(createSemaphore({ maxConcurrent: 1, maxQueued: 3, maxPerOwner: 3 }));
    const first = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
    await assert.rejects(ask('a', 'a4'), busy);
    const other = ask('b', 'b1');
    await assert.rejects(ask('c', 'c1'), busy);
    await end('a1');
    const late = ask('c', 'c2');
    for (const name of ['b1', 'c2', 'a2', 'a3']) await end(name);
    await Promise.all([...first, other, late]);
  });

  it('keeps places for other owners, when one owner holds its maximum', async () => {
    const { begun, ask, end } = jobs(createSemaphore({ maxConcurrent: 3, maxConcurrentPerOwner: 2, maxQueued: 2 }));
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name));
    assert.deepEqual(begun, ['a1', 'a2']);
    // As many wait as may, and somebody else has a place all the same.
    await assert.rejects(ask('a', 'a5'), busy);
    all.push(ask('b', 'b1'));
    assert.deepEqual(begun, ['a1', 'a2', 'b1']);
    await end('b1');
    assert.deepEqual(begun, ['a1', 'a2', 'b1']);
    for (const name of ['a1', 'a2', 'a3', 'a4']) await end(name);
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3', 'a4']);
    await Promise.all(all);
  });

  it('gives the turn on after work that failed', async () => {
    const semaphore = createSemaphore({ maxConcurrent: 1, maxQueued: 1, maxPerOwner: 2 });
    const failing = semaphore(() => new Promise(setImmediate).then(() => Promise.reject(new Error('broken'))));
    const next = semaphore(async () => 'done');
    await assert.rejects(failing, /broken/);
    assert.equal(await next, 'done');
  });

  it('keeps no place for who gives up waiting', async () => {
    const { begun, ask, end } = jobs(createSemaphore({ maxConcurrent: 1, maxQueued: 2, maxPerOwner: 2 }));
    const first = ask('a', 'a1');
    const controller = new AbortController();
    const gone = [ask('b', 'b1', controller.signal), ask('b', 'b2', controller.signal)];
    await assert.rejects(ask('c', 'c1'), busy);
    controller.abort(new Error('gone'));
    for (const one of gone) await assert.rejects(one, /gone/);
    await assert.rejects(ask('b', 'b3', controller.signal), /gone/);
    const others = [ask('b', 'b4'), ask('c', 'c2')];
    for (const name of ['a1', 'b4', 'c2']) await end(name);
    await Promise.all([first, ...others]);
    assert.deepEqual(begun, ['a1', 'b4', 'c2']);
  });

  it('counts correctly, when a waiting caller gives up the moment its turn comes', async () => {
    const { ask, end, begun } = jobs(createSemaphore({ maxConcurrent: 1, maxQueued: 1 }));
    const controller = new AbortController();
    const first = ask('a', 'a1');
    const second = ask('b', 'b1', controller.signal);
    void first.then(() => controller.abort(new Error('too late')));
    await end('a1');
    const third = ask('c', 'c1');
    await assert.rejects(ask('d', 'd1'), busy);
    for (const name of ['b1', 'c1']) await end(name);
    await Promise.all([second, third]);
    assert.deepEqual(begun, ['a1', 'b1', 'c1']);
  });
});
