import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEvery } from '../../../test/assert-every.ts';
import { keepCueEdits } from './merge-cue-edits.ts';

test('a change is made again where the same words come again, and nowhere else', () => {
  const edited = [
    { start: 1, end: 2, text: 'Kubernetes.', heardText: 'Cooper netties.', speaker: 'Ada', heardSpeaker: 'Speaker 1' },
    { start: 5, end: 6, text: 'Yes.', heardText: 'Yet.' },
  ];
  const fresh = [
    { start: 1.05, end: 2.1, text: 'Cooper netties.', speaker: 'Speaker 1' },
    { start: 3, end: 4, text: 'Cooper netties.', speaker: 'Speaker 1' },
    { start: 5, end: 6, text: 'Yes!' },
  ];
  assert.deepEqual(keepCueEdits(fresh, edited), [{ ...edited[0], start: 1.05, end: 2.1 }, fresh[1], fresh[2]]);
});

test('finds it also over the edge of a second, and among the cues of a renamed speaker in time', () => {
  let looks = 0;
  const edited = Array.from({ length: 20_000 }, (_, n) => ({
    get start() {
      looks += 1;
      return n * 2;
    },
    end: n * 2 + 1,
    text: `Line ${n}`,
    speaker: 'Ada',
    heardSpeaker: 'Speaker 1',
  }));
  const fresh = edited.map(({ start, end, text }) => ({ start: start - 0.05, end, text, speaker: 'Speaker 1' }));
  looks = 0;
  const kept = keepCueEdits(fresh, edited);
  assert.ok(looks <= 5 * edited.length, `${looks} looks at ${edited.length} cues`);
  assertEvery(kept, ({ speaker, start }, n) => speaker === 'Ada' && start === fresh[n]!.start);
});
