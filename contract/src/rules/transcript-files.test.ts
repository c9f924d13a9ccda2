import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMarkdown, formatPlainText, formatSrt, formatVtt } from './transcript-files.ts';

const cues = [
  { start: 1, end: 3.5, text: 'Good morning.', speaker: 'Sarah *M*' },
  { start: 3.6, end: 5, text: 'Welcome\n\nto --> all.', speaker: 'Sarah *M*' },
  { start: 5, end: 7, text: 'Thank you.', speaker: 'David' },
  { start: 12, end: 14, text: 'After a pause.', speaker: 'David' },
];

test('SubRip: numbers, commas, a name at each cue, no blank lines or arrows in a text', () => {
  assert.equal(
    formatSrt(cues.slice(0, 3)),
    '1\n00:00:01,000 --> 00:00:03,500\nSarah *M*: Good morning.\n\n' +
      '2\n00:00:03,600 --> 00:00:05,000\nSarah *M*: Welcome\nto → all.\n\n' +
      '3\n00:00:05,000 --> 00:00:07,000\nDavid: Thank you.\n',
  );
});

test('plain text: paragraphs by speaker, pause and length', () => {
  assert.equal(
    formatPlainText(cues),
    'Sarah *M*: Good morning. Welcome to --> all.\n\nDavid: Thank you.\n\nAfter a pause.\n',
  );
  const long = Array.from({ length: 20 }, (_, index) => ({
    start: index * 5,
    end: index * 5 + 5,
    text: 'A sentence of about sixty characters that ends with a stop.',
  }));
  const lengths = formatPlainText(long)
    .split('\n\n')
    .map((paragraph) => paragraph.trim().length);
  assert.deepEqual(lengths, [539, 539, 119]);
  assert.equal(formatPlainText([]), '');
});

test('Markdown: chapters as headings, nothing of the text is markup', () => {
  assert.equal(
    formatMarkdown('A # title', cues, [
      { title: 'Start', start: 0 },
      { title: 'Thanks', start: 5 },
    ]),
    '# A \\# title\n\n## Start\n\n**Sarah \\*M\\*** (00:00:01) Good morning. Welcome to --\\> all.\n\n' +
      '## Thanks\n\n**David** (00:00:05) Thank you.\n\n**David** (00:00:12) After a pause.\n',
  );
});

test('WebVTT: the title in a note that cannot break the file, speakers as voice tags', () => {
  assert.equal(
    formatVtt('A --> B\nC', cues.slice(2, 3)),
    'WEBVTT\n\nNOTE A → B C\n\n00:00:05.000 --> 00:00:07.000\n<v David>Thank you.\n',
  );
  assert.equal(formatVtt('', []), 'WEBVTT\n');
});
