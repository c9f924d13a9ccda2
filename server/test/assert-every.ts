import assert from 'node:assert/strict';

/** Fails for each item of which this is not true, and where there are none: of nothing everything is true. */
export function assertEvery<T>(items: readonly T[], isRight: (item: T, n: number) => boolean): void {
  assert.notEqual(items.length, 0, 'There are no items to look at.');
  const wrong = items.filter((item, n) => !isRight(item, n));
  assert.deepEqual(wrong, [], `${wrong.length} of ${items.length} items are not as they should be.`);
}
