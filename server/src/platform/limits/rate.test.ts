import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNetworkRate, createRate } from './rate.ts';

test('a rate counts each by itself, and remembers them all however many there are', () => {
  const rate = createRate(2, 3_600_000);
  assert.deepEqual([rate.count('a'), rate.count('a'), rate.isUsedUp('a'), rate.count('a')], [true, true, true, false]);
  for (let n = 0; n < 20_000; n += 1) assert.ok(rate.count(`network ${n}`));
  assert.ok(!rate.count('a'), 'Many others made it forget this one.');
});

test('a rate begins anew with its window', () => {
  const rate = createRate(1, 0);
  assert.deepEqual([rate.count('a'), rate.count('a'), rate.isUsedUp('a')], [true, true, false]);
});

test('a site of IPv6 may do eight times what a network may, however many networks it has', () => {
  const rate = createNetworkRate(3);
  const counted = Array.from({ length: 100 }, (_, n) => rate.count(`2001:db8:1:${n.toString(16)}::1`));
  assert.equal(counted.filter(Boolean).length, 24);
  assert.ok(rate.isUsedUp('2001:db8:1:ffff::1'));
  assert.ok(rate.count('2001:db8:2::1'), 'Another site is refused.');
});
