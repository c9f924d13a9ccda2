import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shorterWordings } from './shorten-sentence.ts';

test('removes passing remarks and keeps words of doubt', () => {
  assert.equal(
    shorterWordings('So, basically, the oven is, of course, the heart of the bakery.')[0],
    'The oven is the heart of the bakery.',
  );
  for (const [sentence, words] of [
    ['The oven is sort of warm in winter.', 'sort of'],
    ['It is not just the oven that is warm.', 'not just'],
  ] as const) {
    const tellings = shorterWordings(sentence);
    assert.ok(tellings.length > 0 && tellings.every((telling) => telling.includes(words)), sentence);
  }
});

test('a long sentence is told in pieces that stand alone, the longest first', () => {
  assert.deepEqual(
    shorterWordings('The oven keeps its heat for two whole days, and the dough rests in the cold cellar.').slice(1),
    ['The oven keeps its heat for two whole days.', 'The dough rests in the cold cellar.'].filter(
      (piece) => piece.split(' ').length >= 8,
    ),
  );
});

test('no piece is told without what it hangs on', () => {
  const conditional =
    'If the oven is cold in the morning, the whole bakery waits, and the bread is late for the market.';
  assert.ok(!shorterWordings(conditional).includes('The bread is late for the market.'));
  const choice = 'The baker either buys the flour in the autumn of the year, or he pays twice the price in spring.';
  assert.deepEqual(shorterWordings(choice), [choice]);
  const opinion = 'Some people say the oven is far too hot for rye, and the crust is burnt before the crumb is done.';
  assert.ok(!shorterWordings(opinion).includes('The crust is burnt before the crumb is done.'));
});

test('a question is asked as a whole', () => {
  const asked = 'Can the baker confirm that the oven is warm in the morning, or was the flour cold in the evening?';
  assert.deepEqual(shorterWordings(asked), [asked]);
});

test('lines of a caption that were joined with a full stop are one sentence again', () => {
  assert.equal(
    shorterWordings('The oven keeps its heat for. two days after the fire is out.')[0],
    'The oven keeps its heat for two days after the fire is out.',
  );
});
