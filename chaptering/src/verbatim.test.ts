import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from './outline.ts';
import { isVerbatim, findVerbatim } from './verbatim.ts';

const SAID = 'Well, the dough um needs the the night. The oven needs nothing.';

test('a quote stands in one piece, or shows where a slip is left out', () => {
  assert.ok(isVerbatim('The oven needs nothing.', SAID));
  assert.deepEqual(findVerbatim('the dough … needs … the night.', SAID, { left: Infinity }), [
    [6, 15],
    [19, 24],
    [29, 39],
  ]);
});

test('words in another order, other words or too much left out are not verbatim', () => {
  assert.ok(!isVerbatim('The oven … the dough', SAID));
  assert.ok(!isVerbatim('the dough … wants the night.', SAID));
  assert.ok(!isVerbatim('the dough … rises', `the dough ${'is left alone for hours '.repeat(5)} rises`));
  assert.ok(!isVerbatim('the dough …  … the night', SAID));
});

test('a quote is found where it stands first, in any text', () => {
  let seed = 3;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const letters = (length: number): string => Array.from({ length }, () => 'ab'[random(2)]).join('');
  for (let round = 0; round < 3_000; round += 1) {
    const [text, quote] = [letters(random(60)), letters(1 + random(8))];
    const at = text.indexOf(quote);
    const expected = at < 0 ? undefined : [[at, at + quote.length]];
    assert.deepEqual(findVerbatim(quote, text, { left: Infinity }), expected, `${quote} in ${text}`);
  }
});

test('looking for a quote takes a look at each character, and ends with the looks that are left', () => {
  const text = 'a'.repeat(20_000);
  for (const quote of ['aab', `${'a'.repeat(999)}b${'a'.repeat(1_000)}`]) {
    const looks = { left: 1e9 };
    assert.equal(findVerbatim(quote, text, looks), undefined);
    assert.ok(1e9 - looks.left <= text.length + quote.length, `${1e9 - looks.left} looks for ${quote.length}`);
  }
  const looks = { left: 1e9 };
  assert.deepEqual(findVerbatim('a … b', `${text} b`, looks)?.[0], [19_936, 19_937]);
  const needed = 1e9 - looks.left;
  assert.ok(needed > 1e6);
  const few = { left: needed - 1 };
  assert.equal(findVerbatim('a … b', `${text} b`, few), undefined);
  assert.equal(few.left, 0);
  assert.equal(findVerbatim('a', text, few), undefined);
});

test('a sound that has a cue of its own is shown to be left out of a quote, and too long a one ends it', () => {
  const quotesWith = (sound: string) => {
    const filler = 'The bakery opens at noon.';
    const said = [filler, filler, 'Slow dough keeps its flavour because', sound];
    const cues = [...said, 'yeast always needs more time than the oven.', filler].map((text, i) => ({
      start: i * 3,
      end: i * 3 + 3,
      text,
    }));
    const text = cues.map((cue) => cue.text).join(' ');
    const quotes = outline(cues, { duration: 18 }).chapters.flatMap(({ quotes: own }) => own.map(({ quote }) => quote));
    for (const quote of quotes) assert.ok(isVerbatim(quote, text), quote);
    return quotes;
  };
  const shown = 'Slow dough keeps its flavour because … yeast always needs more time than the oven.';
  assert.deepEqual(quotesWith('[Laughter]'), [shown]);
  assert.ok(!quotesWith(`♪ ${'la la '.repeat(20)}♪`).includes(shown));
});
