import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

test('so many work at once, the others in the order they came', async () => {
  const inTurn = createTurns(2);
  const began: number[] = [];
  const waited: number[] = [];
  let working = 0;
  await Promise.all(
    [0, 1, 2, 3, 4].map((n) =>
      inTurn(
        async () => {
          began.push(n);
          working += 1;
          assert.ok(working <= 2);
          await delay(5);
          working -= 1;
        },
        { onWait: () => waited.push(n) },
      ),
    ),
  );
  assert.deepEqual(
    [began, waited],
    [
      [0, 1, 2, 3, 4],
      [2, 3, 4],
    ],
  );
});

test('who gives up waiting takes nobody’s turn, and a failure gives the turn on', async () => {
  const inTurn = createTurns(1);
  const first = inTurn(() => delay(20).then(() => Promise.reject(new Error('failed'))));
  const controller = new AbortController();
  const second = inTurn(() => assert.fail('it was cancelled'), { signal: controller.signal });
  const third = inTurn(async () => 'third');
  controller.abort(new Error('cancelled'));
  await assert.rejects(second, /cancelled/);
  await assert.rejects(first, /failed/);
  assert.equal(await third, 'third');
  await assert.rejects(
    inTurn(() => assert.fail('it was cancelled'), { signal: controller.signal }),
    /cancelled/,
  );
  assert.equal(await inTurn(async () => 'fourth'), 'fourth');
});

test('owners take turns, however much one of them has brought', async () => {
  const inTurn = createTurns(1);
  const began: string[] = [];
  const bring = (owner: string, n: number) => inTurn(async () => void began.push(`${owner}${n}`), { owner });
  await Promise.all([...[1, 2, 3, 4].map((n) => bring('a', n)), ...[1, 2].map((n) => bring('b', n)), bring('c', 1)]);
  assert.deepEqual(began, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});
