import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fuzzTarget } from './fuzz-target.ts';
import { targets } from './targets.ts';

/**
 * Always the same inputs: a finding here is one that anybody can look at. The full run takes a minute for all targets.
 */
const bounds = process.env.LECTERN_TEST_FULL
  ? { inputs: Infinity, seconds: 60 / Object.keys(targets).length }
  : { inputs: 200, seconds: Infinity };

for (const target of Object.keys(targets))
  it(`only what ${target} should be or a problem, when its inputs are mutated`, async () => {
    const { inputs, finding } = await fuzzTarget(target, { seed: 11, ...bounds });
    assert.equal(finding, undefined);
    assert.ok(inputs > 0);
  });
