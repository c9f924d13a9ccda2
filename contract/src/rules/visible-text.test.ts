import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownText } from '../text.ts';
import { visibleText } from './visible-text.ts';

test('a text is one line of what shows', () => {
  assert.equal(visibleText(' a\u200B  b\n\nc\u202Ed\u0007 '), 'a b cd');
  assert.equal(visibleText('می‌خواهم 👩‍💻 한국어 ❤️'), 'می‌خواهم 👩‍💻 한국어 ❤️');
});

test('a text of which nothing shows is empty', () => {
  for (const text of [
    '\u200B\u200B',
    '\u3164',
    '\u115F\u1160',
    '\uFFA0',
    '\u202E\u202D',
    '\u2800\u2800',
    '\u034F',
    '\uFE0F',
    '\u{E0041}',
    '\u001B\u0007',
    '\u00AD \u3000',
  ])
    assert.deepEqual([visibleText(text), shownText(10).safeParse(text).success], ['', false], JSON.stringify(text));
  assert.equal(shownText(3).parse('abc\u200B '), 'abc');
  assert.equal(shownText(3).safeParse('abcd').success, false);
});

test('a text takes no longer than another, when it is nothing but marks', () => {
  assert.ok(visibleText(`e${'\u0301\u0316'.repeat(500_000)}`).length <= 31);
  const marked = `q${'\u0316\u0301'.repeat(15)}`;
  assert.equal(visibleText(marked), marked.normalize('NFC'));
});
