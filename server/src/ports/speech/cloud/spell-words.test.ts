import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageCode, spellWords } from './openai.ts';

/** Words of a second each. */
const spelt = (words: string[], text: string): string[] =>
  spellWords(
    words.map((word, n) => ({ word, start: n, end: n + 1 })),
    text,
  ).map(({ text, start, end }) => `${text} ${start}-${end}`);

test('bare words get the capitals and punctuation of the text', () => {
  assert.deepEqual(spelt(['well', ' said', 'she'], '“Well,” said she …'), ['“Well,” 0-1', 'said 1-2', 'she 2-3']);
});

test('joins recognised words that the text writes as one', () => {
  assert.deepEqual(spelt(['twenty', 'five', 'per', 'cent'], 'Twenty-five per cent.'), [
    'Twenty-five 0-2',
    'per 2-3',
    'cent. 3-4',
  ]);
});

test('a word that is not in the text stays, and those after it are found', () => {
  assert.deepEqual(spelt(['one', 'uhm', 'two'], 'One, two.'), ['One, 0-1', 'uhm 1-2', 'two. 2-3']);
});

test('scripts without spaces keep their words', () => {
  assert.deepEqual(spelt(['今日', 'は', '晴れ'], '今日は、晴れ。'), ['今日 0-1', 'は、 1-2', '晴れ。 2-3']);
});

test('nothing is nothing, and a text of another tongue harms no word', () => {
  assert.deepEqual(spelt([], 'words'), []);
  assert.deepEqual(spelt(['', ' '], ''), []);
  assert.deepEqual(spelt(['alpha', 'beta'], 'Ω'), ['alpha 0-1', 'beta 1-2']);
});

test('languages are named by their codes', () => {
  assert.deepEqual(
    ['english', 'German', 'haitian creole', 'en', 'pt-BR', '', 'klingonese tongue', undefined].map(languageCode),
    ['en', 'de', 'ht', 'en', 'pt-br', undefined, undefined, undefined],
  );
});
