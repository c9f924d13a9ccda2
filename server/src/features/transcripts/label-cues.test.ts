import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EditedCue, keepCueEdits } from './merge-cue-edits.ts';
import { keepNames, labelCues } from './label-cues.ts';

const cue = (start: number, end: number) => ({ start, end, text: 'words' });
const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker });
const speakersOf = (cues: readonly EditedCue[]) => cues.map(({ speaker }) => speaker);

test('labels a cue with the speaker of most of it, or of the turn right beside it', () => {
  const cues = [cue(0, 4), cue(4, 8), cue(8, 12), cue(12.5, 13), cue(60, 62)];
  const turns = [turn(0, 5, 0), turn(4.5, 9, 1), turn(9, 12, 0)];
  assert.deepEqual(speakersOf(labelCues(cues, turns)), ['Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 1', undefined]);
});

test('keeps a transcript that has names, and labels no speaker, when only one unknown voice is heard', () => {
  const turns = [turn(0, 5, 0), turn(5, 9, 1)];
  const named = [{ ...cue(0, 4), speaker: 'Sarah' }, cue(5, 8)];
  assert.deepEqual(labelCues(named, turns), named);
  assert.deepEqual(speakersOf(labelCues([cue(0, 4)], [turn(0, 5, 0)])), [undefined]);
  assert.deepEqual(labelCues([cue(0, 4)], [turn(0, 5, 0)], { known: new Map([[0, 'Sarah']]) }), [
    { ...cue(0, 4), speaker: 'Sarah', heardSpeaker: 'Speaker 1' },
  ]);
});

test('one voice that has had a name is labelled again, so that what was changed in its lines is found', () => {
  const edited: EditedCue[] = [
    { ...cue(0, 4), text: 'Kubernetes.', heardText: 'words', speaker: 'Sarah', heardSpeaker: 'Speaker 1' },
  ];
  const fresh = labelCues([cue(0, 4), cue(5, 8)], [turn(0, 9, 0)], { edited });
  assert.deepEqual(speakersOf(fresh), ['Speaker 1', 'Speaker 1']);
  assert.deepEqual(
    keepNames(keepCueEdits(fresh, edited), edited).map(({ speaker, text }) => [speaker, text]),
    [
      ['Sarah', 'Kubernetes.'],
      ['Sarah', 'words'],
    ],
  );
  const unnamed = [{ ...cue(0, 4), heardText: 'word' }];
  assert.deepEqual(speakersOf(labelCues([cue(0, 4)], [turn(0, 9, 0)], { edited: unnamed })), [undefined]);
});

test('ten hours of turns are gone through once', () => {
  const turns = Array.from({ length: 12_000 }, (_, n) => turn(n * 3, n * 3 + 2.5, n % 3));
  const cues = turns.map(({ start, end }) => cue(start, end));
  assert.deepEqual(
    speakersOf(labelCues(cues, turns)),
    turns.map(({ speaker }) => `Speaker ${speaker + 1}`),
  );
});

test('names that were given to a label stand wherever it does, single lines aside', () => {
  const label = (start: number, speaker: string) => ({ ...cue(start, start + 1), speaker });
  const edited = [
    { ...label(0, 'Sarah'), heardSpeaker: 'Speaker 2' },
    { ...label(2, 'Sarah'), heardSpeaker: 'Speaker 2' },
    { ...label(4, 'Tom'), heardSpeaker: 'Speaker 2' },
    { ...label(6, 'Grace'), heardSpeaker: 'G. Holt' },
  ];
  const fresh = [label(1, 'Speaker 1'), label(3, 'Speaker 2'), edited[2]!, label(7, 'G. Holt')];
  assert.deepEqual(speakersOf(keepNames(fresh, edited)), ['Speaker 1', 'Sarah', 'Tom', 'G. Holt']);
});
