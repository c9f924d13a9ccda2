import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertEvery } from '../../../test/assert-every.ts';
import type { RecognisedWord } from '../../ports/speech/port.ts';
import { keepNames, labelCues, type EditedCue, keepCueEdits } from './label-cues.ts';
import { spreadUntimedCues } from './coverage.ts';
import { withoutFullHours } from './transcript.step.ts';
import { cuesOfWords } from './words-to-cues.ts';

const cue = (start: number, end: number, speaker?: string): EditedCue => ({
  start,
  end,
  text: 'words',
  ...(speaker === undefined ? {} : { speaker }),
});
const speakersOf = (cues: readonly EditedCue[]) => cues.map(({ speaker }) => speaker);

suite('the cues of recognised words', () => {
  /** Words of a text, a third of a second each, beginning at a second. */
  const say = (text: string, from = 0, speaker?: string): RecognisedWord[] =>
    text.split(' ').map((word, n) => ({
      text: word,
      start: from + n / 3,
      end: from + (n + 1) / 3,
      ...(speaker ? { speaker } : {}),
    }));
  const texts = (words: readonly RecognisedWord[]) => cuesOfWords(words).map(({ text }) => text);

  test('end with sentences, pauses and speakers', () => {
    const sentences = ['Good morning to everybody here.', 'Today we look at tests.'];
    assert.deepEqual(texts(say(sentences.join(' '))), sentences);
    assert.deepEqual(texts([...say('one two'), ...say('three four', 2)]), ['one two', 'three four']);
    const turns = cuesOfWords([...say('Is it so?', 0, 'Ann'), ...say('Yes.', 1, 'Ben'), ...say('It is.', 1.34, 'Ben')]);
    assert.deepEqual(
      turns.map(({ speaker, text }) => [speaker, text]),
      [
        ['Ann', 'Is it so?'],
        ['Ben', 'Yes. It is.'],
      ],
    );
  });

  test('break at a clause, and none is longer than 7 s and two lines of 42', () => {
    const clause = 'when we began with this work in the first winter after the move,';
    const long = `${clause} nobody believed that a small team could ever do it without a single night of waiting`;
    const made = texts(say(long));
    assert.deepEqual([made[0], made.join(' ')], [clause, long]);
    const random = Array.from({ length: 3000 }, (_, n) => 'x'.repeat(1 + ((n * 7919) % 11))).join(' ');
    const cues = cuesOfWords(say(random));
    assertEvery(cues, ({ start, end, text }) => end - start <= 7.001 && end > start && text.length <= 85);
    assertEvery(cues, ({ end }, n) => end <= (cues[n + 1]?.start ?? Infinity));
    assert.equal(cues.map(({ text }) => text).join(' '), random);
  });

  test('come in order, when the words are broken', () => {
    assert.deepEqual(cuesOfWords([]), []);
    assert.deepEqual(cuesOfWords([{ text: '  ', start: 0, end: 1 }]), []);
    const odd = cuesOfWords([
      { text: 'late', start: 5, end: 2 },
      { text: 'x'.repeat(300), start: 1, end: 400 },
      { text: 'nowhere', start: NaN, end: NaN },
    ]);
    assert.deepEqual(
      odd.map(({ start, text }) => [start, text.length]),
      [
        [1, 300],
        [5, 4],
      ],
    );
    assertEvery(odd, ({ start, end }) => end > start && end - start <= 7);
    const unspaced = Array.from('今日は良い天気です', (text, n) => ({ text, start: n / 5, end: (n + 1) / 5 }));
    assert.deepEqual(texts(unspaced), ['今日は良い天気です']);
  });
});

suite('full hours before the first cue', () => {
  const at = (...starts: number[]) => starts.map((start) => cue(start, start + 2));
  const crowd = at(4000, ...Array.from({ length: 30 }, (_, n) => 4010 + n), 4700);
  const rows: readonly [what: string, cues: EditedCue[], duration: number, hours: number, left: EditedCue[]][] = [
    ['go, when all cues fit without them', at(3601, 3620.25), 24, 1, at(1, 20.25)],
    ['go, when the recording is longer than one', at(3601, 8040), 4500, 1, at(1, 4440)],
    ['go, when the first cue is a little early', at(35_999, 36_010, 39_000), 3600, 10, [cue(0, 1), ...at(10, 3000)]],
    ['go, when the last cue is a little late', at(3601, 3660), 24, 1, at(1, 60)],
    ['are none, when the cues fit', at(1, 20), 24, 0, at(1, 20)],
    ['stay, when the recording has them', at(3601, 3620), 7200, 0, at(3601, 3620)],
    ['stay, when the first cue has none', at(1, 3620), 24, 0, at(1, 3620)],
    ['stay, when most cues fit', crowd, 4500, 0, crowd],
  ];
  for (const [what, cues, duration, hours, left] of rows)
    test(what, () => assert.deepEqual(withoutFullHours(cues, duration), { cues: left, hours }));
});

suite('the speakers of cues', () => {
  const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker });

  test('speak most of a cue, or right beside it', () => {
    const cues = [cue(0, 4), cue(4, 8), cue(8, 12), cue(12.5, 13), cue(60, 62)];
    const turns = [turn(0, 5, 0), turn(4.5, 9, 1), turn(9, 12, 0)];
    const labels = ['Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 1', undefined];
    assert.deepEqual(speakersOf(labelCues(cues, turns)), labels);
  });

  test('stay where a transcript has names, and are none where one unknown voice is heard', () => {
    const named = [cue(0, 4, 'Sarah'), cue(5, 8)];
    assert.deepEqual(labelCues(named, [turn(0, 5, 0), turn(5, 9, 1)]), named);
    assert.deepEqual(labelCues([cue(0, 4)], [turn(0, 5, 0)]), [cue(0, 4)]);
    const known = labelCues([cue(0, 4)], [turn(0, 5, 0)], { known: new Map([[0, 'Sarah']]) });
    assert.deepEqual(known, [{ ...cue(0, 4, 'Sarah'), heardSpeaker: 'Speaker 1' }]);
  });

  test('keep their changed lines, when one voice had a name and is labelled again', () => {
    const own = { ...cue(0, 4, 'Sarah'), text: 'Kubernetes.', heardText: 'words', heardSpeaker: 'Speaker 1' };
    const fresh = labelCues([cue(0, 4), cue(5, 8)], [turn(0, 9, 0)], { edited: [own] });
    assert.deepEqual(speakersOf(fresh), ['Speaker 1', 'Speaker 1']);
    const kept = keepNames(keepCueEdits(fresh, [own]), [own]);
    assert.deepEqual(
      [speakersOf(kept), kept.map(({ text }) => text)],
      [
        ['Sarah', 'Sarah'],
        ['Kubernetes.', 'words'],
      ],
    );
    const unnamed = [{ ...cue(0, 4), heardText: 'word' }];
    assert.deepEqual(speakersOf(labelCues([cue(0, 4)], [turn(0, 9, 0)], { edited: unnamed })), [undefined]);
  });

  test('keep the name that a person gave their label, single lines aside', () => {
    const label = (start: number, speaker: string) => cue(start, start + 1, speaker);
    const edited = [
      { ...label(0, 'Sarah'), heardSpeaker: 'Speaker 2' },
      { ...label(2, 'Sarah'), heardSpeaker: 'Speaker 2' },
      { ...label(4, 'Tom'), heardSpeaker: 'Speaker 2' },
      { ...label(6, 'Grace'), heardSpeaker: 'G. Holt' },
    ];
    const fresh = [label(1, 'Speaker 1'), label(3, 'Speaker 2'), edited[2]!, label(7, 'G. Holt')];
    assert.deepEqual(speakersOf(keepNames(fresh, edited)), ['Speaker 1', 'Sarah', 'Tom', 'G. Holt']);
  });
});

suite('the changes of a person in cues that come anew', () => {
  test('come again where the same words do, and nowhere else', () => {
    const own = { ...cue(1, 2, 'Ada'), text: 'Kubernetes.', heardText: 'words', heardSpeaker: 'Speaker 1' };
    const edited = [own, { ...cue(5, 6), text: 'Yes.', heardText: 'Yet.' }];
    const fresh = [cue(1.05, 2.1, 'Speaker 1'), cue(3, 4, 'Speaker 1'), { ...cue(5, 6), text: 'Yes!' }];
    assert.deepEqual(keepCueEdits(fresh, edited), [{ ...own, start: 1.05, end: 2.1 }, fresh[1], fresh[2]]);
  });
});

suite('words without times', () => {
  const cues = [0, 10, 20, 30].map((start) => cue(start, start + 10));
  const heard = [
    { start: 10, end: 20 },
    { start: 50, end: 80 },
  ];
  for (const [where, sound, duration, ends] of [
    ['the whole recording where nothing is known of its sound', [], 80, [0, 20, 20, 40, 40, 60, 60, 80]],
    ['the places where something is heard', heard, 100, [10, 20, 20, 60, 60, 70, 70, 80]],
  ] as const)
    test(`get ${where}`, () => {
      const spread = spreadUntimedCues(cues, sound, duration);
      assert.deepEqual(
        spread.flatMap(({ start, end }) => [start, end]),
        ends,
      );
    });
});
