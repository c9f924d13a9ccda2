import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fuzzTarget } from './fuzz-target.ts';
import { targets } from './targets.ts';

/** One minute for all of them, always the same inputs: a finding here is one that anybody can look at. */
const seconds = 60 / Object.keys(targets).length;

for (const target of Object.keys(targets))
  it(`mutated inputs make nothing of ${target} but what it should be, or a problem`, async () => {
    const { inputs, finding } = await fuzzTarget(target, { seed: 11, inputs: Infinity, seconds });
    assert.equal(finding, undefined);
    assert.ok(inputs > 0);
  });
