import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from './transcript.ts';
import { outline } from './outline.ts';
import { isSoundMark, soundMarks, splitWordsAndSounds } from './sound-marks.ts';

const texts = (cues: Parameters<typeof readTranscript>[0]): string[] =>
  readTranscript(cues, 100).sentences.map(({ text }) => text);

test('sentences run across cues and end inside them', () => {
  const { sentences } = readTranscript(
    [
      { start: 0, end: 4, text: 'The kiln was cold. We' },
      { start: 4, end: 8, text: 'lit it at\nnoon. Then' },
      { start: 8, end: 10, text: 'the glaze ran.' },
    ],
    10,
  );
  const texts = sentences.map(({ text }) => text);
  assert.deepEqual(texts, ['The kiln was cold.', 'We lit it at noon.', 'Then the glaze ran.']);
  assert.deepEqual(
    sentences.map(({ cues }) => cues),
    [
      [0, 0],
      [0, 1],
      [1, 2],
    ],
  );
  // 19 of 21 characters into a cue of four seconds.
  assert.ok(Math.abs(sentences[1]!.start - (19 / 21) * 4) < 0.01);
});

test('abbreviations and initials end no sentence', () => {
  assert.deepEqual(texts([{ start: 0, end: 9, text: 'Dr. Ames met J. Cole, e.g. Tuesday at 3.5 km. He left.' }]), [
    'Dr. Ames met J. Cole, e.g. Tuesday at 3.5 km.',
    'He left.',
  ]);
});

test('a change of speaker ends a sentence', () => {
  assert.deepEqual(
    texts([
      { start: 0, end: 2, text: 'And the budget', speaker: 'Ada' },
      { start: 2, end: 4, text: 'Was doubled.', speaker: 'Ben' },
      { start: 4, end: 6, text: 'Good.', speaker: 'Ben' },
    ]),
    ['And the budget', 'Was doubled.', 'Good.'],
  );
});

test('ends utterances at pauses, when cues have no punctuation', () => {
  const made = readTranscript(
    [
      { start: 0, end: 3, text: 'we measured the ovens' },
      { start: 3, end: 5, text: 'every single morning' },
      { start: 6, end: 9, text: 'none of them was level' },
    ],
    9,
  );
  assert.equal(made.punctuated, false);
  const texts = made.sentences.map(({ text }) => text);
  assert.deepEqual(texts, ['we measured the ovens every single morning', 'none of them was level']);
  assert.equal(made.sentences[1]!.pause, 1);
});

test('cues out of order are put in order and keep their indexes', () => {
  const { sentences } = readTranscript(
    [
      { start: 5, end: 6, text: 'Second.' },
      { start: 1, end: 2, text: 'First.' },
    ],
    6,
  );
  assert.deepEqual(
    sentences.map(({ text, cues }) => [text, cues[0]]),
    [
      ['First.', 1],
      ['Second.', 0],
    ],
  );
});

test('sounds are told from words', () => {
  for (const text of '[Music]|(applause)|♪|♪ la la la ♪|*laughs*|(拍手)|- [Applause]|[speaks Spanish]|[Music] [Applause]'.split(
    '|',
  ))
    assert.equal(isSoundMark(text), true, text);
  for (const text of 'Music matters|(and I mean it)|We [the team] laughed|See [Music] below|* a list|42'.split('|'))
    assert.equal(isSoundMark(text), false, text);
  assert.deepEqual(splitWordsAndSounds('[Applause] Thank you. (laughs) Well'), [
    '[Applause]',
    'Thank you.',
    '(laughs)',
    'Well',
  ]);
  assert.deepEqual(splitWordsAndSounds('We (the team) went on.'), ['We (the team) went on.']);
});

test('a recording with sounds alone has no words to write from, and no quote holds one', () => {
  const sounds = Array.from({ length: 40 }, (_, n) => ({ start: n * 10, end: n * 10 + 5, text: '[Music]' }));
  const silent = outline(sounds, { duration: 400 });
  assert.deepEqual([silent.description, silent.summary, silent.chapters[0]!.summary], ['', '', '']);
  assert.deepEqual(
    silent.chapters.flatMap(({ quotes }) => quotes),
    [],
  );
  const said = 'The first thing to know about glaciers is that they move every single day of the year.';
  const mixed = sounds.map((cue, n) => (n % 2 ? cue : { ...cue, text: `${said} Number ${n} moved.` }));
  const { chapters, description, summary } = outline(mixed, { duration: 400 });
  const texts = [
    description,
    summary,
    ...chapters.flatMap(({ title, quotes }) => [title, ...quotes.map((q) => q.quote)]),
  ];
  assert.doesNotMatch(texts.join('\n'), /music/i);
});

const without = (text: string): string =>
  soundMarks(text).reduceRight((rest, [from, to]) => rest.slice(0, from) + rest.slice(to), text);

test('sounds, songs, times and machine-made names of speakers inside a text are no words', () => {
  for (const mark of '[Music]|(applause)|[SPEAKER_00]:|♪ la la la ♪|[00:01:05]|（拍手）|*laughs*|[Tom]:'.split('|'))
    assert.equal(without(`Bread ${mark} rises`), 'Bread  rises', mark);
  for (const text of 'Bread (sourdough) rises|We use [plain] flour|The value is [1] of two'.split('|'))
    assert.equal(without(text), text);
});

test('sentences run on over a mark and do not hold it', () => {
  const { sentences } = readTranscript([{ start: 0, end: 4, text: 'The dough [Music] rises at night.' }], 4);
  const texts = sentences.map(({ text }) => text);
  assert.deepEqual(texts, ['The dough rises at night.']);
});

test('reads no more than can be said, when one line or many hold millions of words', () => {
  const long = [{ start: 0, end: 800, text: 'word '.repeat(1_000_000) }];
  const many = Array.from({ length: 200_000 }, (_, n) => ({ start: n / 250, end: (n + 1) / 250, text: 'Some words.' }));
  for (const cues of [long, many, [{ start: 0, end: 800, text: 'a'.repeat(5_000_000) }]]) {
    const { text, words } = readTranscript(cues, 900);
    assert.ok(text.length <= 750_000 && text.length >= 499_990, String(text.length));
    assert.ok(words.length <= 100_000);
  }
});
