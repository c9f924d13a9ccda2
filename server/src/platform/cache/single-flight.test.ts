import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSingleFlight } from './single-flight.ts';

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
