import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from './outline.ts';
import { isSoundMark, soundMarks, splitWordsAndSounds } from './sound-marks.ts';
import { readTranscript } from './transcript.ts';

test('sounds are told from words', () => {
  const sounds = [
    '[Music]',
    '(applause)',
    '♪',
    '♪ la la la ♪',
    '♪ on two lines',
    '*laughs*',
    '[MUSIC PLAYING]',
    '(拍手)',
  ];
  for (const text of [...sounds, '- [Applause]', '[Gelächter]', '[speaks Spanish]', '[Music] [Applause]', '[Tom]'])
    assert.equal(isSoundMark(text), true, text);
  for (const text of [
    'Music matters',
    '(and I mean it)',
    'We [the team] laughed',
    'See [Music] below',
    '* a list',
    '42',
  ])
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
  assert.deepEqual(
    outline(sounds, { duration: 400 }).chapters.flatMap(({ quotes }) => quotes),
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
  for (const mark of [
    '[Music]',
    '(applause)',
    '[SPEAKER_00]:',
    '♪ la la la ♪',
    '[00:01:05]',
    '（拍手）',
    '*laughs*',
    '[Tom]:',
  ])
    assert.equal(without(`Bread ${mark} rises`), 'Bread  rises', mark);
  for (const text of [
    'Bread (sourdough) rises',
    'We use [plain] flour',
    'The value is [1] of two',
    'A name (string) is kept',
  ])
    assert.equal(without(text), text);
});

test('sentences run on over a mark and do not hold it', () => {
  const { sentences } = readTranscript([{ start: 0, end: 4, text: 'The dough [Music] rises at night.' }], 4);
  assert.deepEqual(
    sentences.map(({ text }) => text),
    ['The dough rises at night.'],
  );
});

test('captions of sounds alone give texts without words', () => {
  const cues = ['[Music]', '(applause)', '♪ la la ♪'].map((text, i) => ({ start: i * 20, end: i * 20 + 20, text }));
  const { description, summary, chapters } = outline(cues, { duration: 600 });
  assert.deepEqual([description, summary, chapters.map((chapter) => chapter.summary)], ['', '', ['']]);
});
