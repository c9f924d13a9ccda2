import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerpt, repeatsSaid, tellsSame } from './excerpt.ts';

const sentence =
  'The applicants of this year bring more experience than those of the years before, and the reviewers who read their letters asked for more time to look at each of them, which they were given.';

test('a piece of a long text holds the words and is cut between words', () => {
  const piece = excerpt(sentence, 'Reviewers');
  assert.match(piece, /^….*reviewers.*…$/);
  const inside = piece.slice(1, -1);
  for (const word of inside.split(' ')) assert.match(sentence, new RegExp(`\\b${word}(?:\\s|$)`));
});

test('an excerpt shows the text with its accents, when the query has none', () => {
  const naive = excerpt(`${sentence} A naïve look. ${sentence}`, 'naive');
  assert.ok(naive.includes('A naïve look.'), naive);
});

test('the piece with most of the words is shown, when they are apart', () => {
  const text = `The budget. ${sentence} The pricing depends on the budget.`;
  assert.ok(excerpt(text, 'budget pricing').endsWith('The pricing depends on the budget.'));
});

test('a text that begins or ends with them is not cut there', () => {
  assert.match(excerpt(sentence, 'applicants'), /^The applicants .*…$/);
  assert.match(excerpt(sentence, 'were given'), /^….* were given\.$/);
  assert.equal(excerpt('A short line.', 'line'), 'A short line.');
});

test('words found in the middle of a long word, and writing without spaces, are shown all the same', () => {
  const long = 'x'.repeat(200);
  assert.match(excerpt(`${long}needle${long}`, 'needle'), /^…x{40}needlex{74}…$/);
  assert.ok(
    excerpt(
      sentence,
      'of the years before, and the reviewers who read their letters asked for more time to look at each',
    ).includes('at each'),
  );
});

test('a text without them, as of a note that was found, is shown from its beginning', () => {
  assert.match(excerpt(sentence, 'xylophone'), /^The applicants/);
});

const line = { highlight: 'We spoke of prices. The oracle answers every question at once. Then we left.', start: 732 };
const quote = { text: 'The oracle answers every question at once.', start: 727 };

test('one result a passage, when a quote was cut from the line that is shown', () => {
  assert.equal(tellsSame(quote, line, 'oracle'), true);
  assert.equal(tellsSame({ ...quote, text: 'Then: We spoke of prices. The oracle' }, line, 'oracle'), true);
});

test('two results, when the words stand elsewhere too', () => {
  assert.equal(tellsSame({ text: 'An oracle answers nothing.', start: 750 }, line, 'oracle'), false);
  assert.equal(tellsSame({ ...quote, start: 1900 }, line, 'oracle'), false);
  assert.equal(tellsSame(quote, { ...line, start: null }, 'oracle'), false);
  assert.equal(tellsSame(quote, { highlight: 'Nothing of it.', start: 732 }, 'oracle'), false);
});

const summary = {
  field: 'summary',
  chapter: 'Oracles',
  text: 'Ann says that loans expire. In contracts, the oracles are blinded, so they know nothing.',
} as const;
const said = {
  field: 'transcript',
  chapter: 'Oracles',
  text: 'In contracts, the oracles are blinded, so they know nothing. And you can use that.',
} as const;

test('one result a passage, when a summary repeats what was said in its chapter', () => {
  assert.equal(repeatsSaid(summary, [said], 'oracle'), true);
  assert.equal(repeatsSaid(said, [summary], 'oracle'), false);
});

test('the summary too, when other words were said, or in another chapter', () => {
  assert.equal(repeatsSaid(summary, [{ ...said, text: 'An oracle answers at once.' }], 'oracle'), false);
  assert.equal(repeatsSaid(summary, [{ ...said, chapter: 'Loans' }], 'oracle'), false);
  assert.equal(repeatsSaid(summary, [summary], 'oracle'), false);
});
