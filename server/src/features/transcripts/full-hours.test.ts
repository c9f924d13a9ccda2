import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutFullHours } from './transcript.step.ts';

const at = (...starts: number[]) => starts.map((start) => ({ start, end: start + 2, text: 'Hello' }));

test('full hours before the first cue are left out, when all cues fit the recording without them', () => {
  assert.deepEqual(withoutFullHours(at(3601, 3620.25), 24), { cues: at(1, 20.25), hours: 1 });
  assert.deepEqual(withoutFullHours(at(36_001, 36_020), 24), { cues: at(1, 20), hours: 10 });
  assert.deepEqual(
    withoutFullHours(at(3601, 8040), 4500),
    { cues: at(1, 4440), hours: 1 },
    'it is longer than an hour',
  );
  assert.deepEqual(withoutFullHours(at(35_999, 36_010, 39_000), 3600), {
    cues: [{ ...at(0)[0]!, end: 1 }, ...at(10, 3000)],
    hours: 10,
  });
  assert.deepEqual(withoutFullHours(at(3601, 3660), 24), { cues: at(1, 60), hours: 1 }, 'the last is a little late');
});

test('cues stay where they are, when some fit the recording or most would not', () => {
  for (const [cues, duration] of [
    [at(1, 20), 24],
    [at(3601, 3620), 7200],
    [at(3601, 5000), 24],
    [at(1, 3620), 24],
    [at(4000, ...Array.from({ length: 30 }, (_, n) => 4010 + n), 4700), 4500],
  ] as const)
    assert.deepEqual(withoutFullHours(cues, duration), { cues, hours: 0 });
  assert.deepEqual(withoutFullHours([], 24), { cues: [], hours: 0 });
});
