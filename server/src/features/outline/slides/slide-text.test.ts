import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTesseractTable } from './slide-text.ts';

/** A row of Tesseract's table: a word in a line, its top and height in pixels, how sure it is. */
const word = (line: number, n: number, top: number, height: number, sure: number, text: string): string =>
  [5, 1, 1, 1, line, n, 80 + n * 100, top, 90, height, sure, text].join('\t');
const page = [1, 1, 0, 0, 0, 0, 0, 0, 1280, 720, -1, ''].join('\t');

test('the title is what is written largest in the upper half, on one line or two', () => {
  const rows = [
    word(1, 1, 30, 14, 95, 'Lectern'),
    word(2, 1, 60, 42, 96, 'How'),
    word(2, 2, 60, 44, 96, 'glaciers'),
    word(3, 1, 120, 43, 96, 'move'),
    word(4, 1, 220, 26, 96, 'Basal'),
    word(4, 2, 220, 26, 96, 'sliding'),
    word(5, 1, 600, 60, 96, '42%'),
  ];
  assert.deepEqual(readTesseractTable([page, ...rows].join('\n')), {
    title: 'How glaciers move',
    text: 'Lectern\nHow glaciers\nmove\nBasal sliding\n42%',
  });
});

test('leaves out noise that only looks like text in a picture', () => {
  const noise = [
    word(1, 1, 60, 40, 12, '©,'),
    word(1, 2, 60, 40, 62, '%'),
    word(2, 1, 120, 30, 20, 'Ge,'),
    word(3, 1, 160, 30, 90, '%.'),
  ];
  assert.deepEqual(readTesseractTable([page, ...noise].join('\n')), { title: '', text: '' });
  assert.deepEqual(readTesseractTable(''), { title: '', text: '' });
});

test('reads list items without their bullets, even when these were misread', () => {
  const line = (n: number, ...words: string[]) => words.map((text, at) => word(n, at, 60 * n, 30, 90, text));
  const rows = [
    line(1, '+', 'Gloria', 'joins'),
    line(2, '*', '"Maybe"', 'later'),
    line(3, '•', 'Élan'),
    line(4, '+', '42', 'percent'),
    line(5, 'C', '+', 'more'),
  ].flat();
  assert.equal(
    readTesseractTable([page, ...rows].join('\n')).text,
    'Gloria joins\n"Maybe" later\nÉlan\n+ 42 percent\nC + more',
  );
});
