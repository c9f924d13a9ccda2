import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedPart } from './changed-part.ts';

describe('what a place shows of a change', () => {
  it('is the words that differ, whole, with what stands around them', () => {
    for (const [before, after, lead, one, other, tail] of [
      ['We use assembly ai here.', 'We use AssemblyAI here.', 'We use ', 'assembly ai', 'AssemblyAI', ' here.'],
      ['kubernetes', 'Kubernetes', '', 'kubernetes', 'Kubernetes', ''],
      ['a x b x c', 'a y b y c', 'a ', 'x b x', 'y b y', ' c'],
      ['x', 'x x', '', 'x', 'x x', ''],
      ['我認識章偉先生', '我認識張偉先生', '我認識', '章', '張', '偉先生'],
    ] as const)
      assert.deepEqual(changedPart(before, after), { lead, before: one, after: other, tail });
  });

  it('leaves out what stands far away', () => {
    const far = 'word '.repeat(50);
    const { lead, tail } = changedPart(`${far}one ${far}`, `${far}two ${far}`);
    assert.equal(lead, `… ${'word '.repeat(11)}`);
    assert.equal(tail, ` ${'word '.repeat(11)}…`);
    assert.equal(changedPart(`${'字'.repeat(99)}一`, `${'字'.repeat(99)}二`).lead, `…${'字'.repeat(60)}`);
  });
});
