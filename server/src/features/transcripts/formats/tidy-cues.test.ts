import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileCue } from './caption-file.ts';
import { tidyCues } from './tidy-cues.ts';

const inSequence = (texts: string[]): FileCue[] =>
  texts.map((text, index) => ({ start: index * 2, end: index * 2 + 2, text }));
const spoken = (texts: string[]) => tidyCues(inSequence(texts)).map(({ text, speaker }) => [speaker ?? '', text]);

test('names before a colon become speakers where most cues have them', () => {
  const named = spoken([
    'Sarah Miller: Hi.',
    'john: Hello: you.',
    'john: Yes.',
    'Dr. van der Berg: So.',
    'no: name',
    'Note: this',
  ]);
  assert.deepEqual(named, [
    ['Sarah Miller', 'Hi.'],
    ['john', 'Hello: you.'],
    ['john', 'Yes.'],
    ['Dr. van der Berg', 'So.'],
    ['', 'no: name'],
    ['', 'Note: this'],
  ]);
});

test('a colon inside a sentence makes no speaker', () => {
  const sentences = [
    'We have one rule: ship it.',
    'Remember: ship it.',
    'At 10:30 we start.',
    'See https://a.b: there.',
  ];
  const talk = [...sentences, 'Remember: again.', 'Tip: drink water.', 'Tip: sleep.', 'And so on.', 'And on.'];
  assert.deepEqual(
    spoken(talk),
    talk.map((text) => ['', text]),
  );
});

test('few labels mark turns: each holds until the next', () => {
  const turns = [
    'SARAH: Hi.',
    'I am here.',
    '>> DAVID: Me too.',
    'It is late.',
    'Is it?',
    'SARAH: Yes.',
    'DAVID: Oh.',
    'It is.',
    'So it is.',
  ];
  assert.deepEqual(
    spoken(turns).map(([speaker]) => speaker),
    ['SARAH', 'SARAH', 'DAVID', 'DAVID', 'DAVID', 'SARAH', 'DAVID', 'DAVID', 'DAVID'],
  );
  assert.deepEqual(spoken(['>> Hi.', '>> Hello.']), [
    ['', 'Hi.'],
    ['', 'Hello.'],
  ]);
});

test('automatic captions of YouTube: each line once', () => {
  const cues: FileCue[] = [
    { start: 0, end: 2, text: ' \nhello world' },
    { start: 2, end: 2.01, text: 'hello world\n ' },
    { start: 2.01, end: 4, text: 'hello world\nthis is' },
    { start: 4, end: 4.01, text: 'this is\n ' },
    { start: 4.01, end: 6, text: 'this is\nthe end' },
    { start: 8, end: 9, text: 'the end' },
  ];
  assert.deepEqual(tidyCues(cues), [
    { start: 0, end: 2.01, text: 'hello world' },
    { start: 2.01, end: 4.01, text: 'this is' },
    { start: 4.01, end: 6, text: 'the end' },
    { start: 8, end: 9, text: 'the end' },
  ]);
});

test('live captions that grow word by word and roll up', () => {
  const texts = [
    'so',
    'so we',
    'so we begin',
    'so we begin\nwith',
    'so we begin\nwith tea',
    'with tea\nand',
    'with tea\nand cake',
  ];
  assert.deepEqual(spoken(texts), [
    ['', 'so we begin'],
    ['', 'with tea'],
    ['', 'and cake'],
  ]);
});

test('people repeat themselves; only equal cues at the same time are one', () => {
  const said = [
    'Thank you.',
    'Thank you.',
    'Now then.',
    'We go on.',
    'And on.',
    'And on.',
    'Good.',
    'Right.',
    'Next.',
    'Last.',
    'End.',
    'Bye.',
  ];
  assert.equal(spoken(said).length, 12);
  assert.deepEqual(
    tidyCues([
      { start: 1, end: 3, text: 'Twice' },
      { start: 1, end: 4, text: 'Twice' },
      { start: 3, end: 5, text: 'Other' },
    ]),
    [
      { start: 1, end: 4, text: 'Twice' },
      { start: 3, end: 5, text: 'Other' },
    ],
  );
});
