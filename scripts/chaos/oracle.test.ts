import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFindings, essential } from './findings.ts';

it('a run of chaos that had no edit, byte, payment or video to look at has proved nothing', () => {
  const findings = createFindings();
  findings.check('nobody is signed out', true, 'somebody');
  const essentials = Object.values(essential);
  assert.deepEqual(findings.count(), { passed: 1, failed: essentials.length });
  for (const [n, name] of essentials.entries()) {
    findings.check(name, true, 'one');
    assert.deepEqual(findings.count(), { passed: n + 2, failed: essentials.length - n - 1 });
  }
  findings.check(essential.edits, false, 'another');
  assert.equal(findings.count().failed, 1);
});
