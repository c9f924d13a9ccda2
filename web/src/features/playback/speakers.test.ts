import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupCuesBySpeaker } from './speakers.ts';

const cue = (speaker?: string) => ({ start: 0, end: 1, text: 'So.', ...(speaker ? { speaker } : {}) });

test('speakers come in the order in which they begin, each with every line', () => {
  assert.deepEqual(groupCuesBySpeaker([cue(), cue('Tom'), cue('Ada'), cue('Tom'), cue()]), [
    { name: 'Tom', cues: [1, 3] },
    { name: 'Ada', cues: [2] },
  ]);
  assert.deepEqual(groupCuesBySpeaker([cue()]), []);
});
