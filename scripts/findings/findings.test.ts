import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { all } from './all.ts';
import { look } from './look.ts';

/** So many that they say whether the experiments still work; `npm run findings` makes all of them. */
const chosen = new Set(['L7', 'L12', 'P10a']);

it('findings that were mended still hold, as seen from outside', async () => {
  const reports = await look(
    join(import.meta.dirname, '../..'),
    all.filter(({ letter }) => chosen.has(letter)),
    () => undefined,
  );
  assert.equal(reports.length, chosen.size);
  assert.deepEqual(
    reports.filter(({ state }) => state !== 'holds'),
    [],
  );
});
