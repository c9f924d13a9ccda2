import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { wholeWords } from './whole-words.ts';

it('a stretch of a text is grown to whole words, in every script', () => {
  for (const [text, chosen, expected] of [
    ['I have found it, Mike.', 'ave fou', 'have found'],
    ['I have found it, Mike.', 'have found', 'have found'],
    ['I have found it, Mike.', ' it, Mi', ' it, Mike'],
    ["We don't know.", 'don', "don't"],
    ['Die Prüfung ist schwer.', 'rüfun', 'Prüfung'],
    ['我喜欢葡萄牙语', '欢葡萄', '喜欢葡萄牙语'],
    ['ฉันรักภาษาไทย', 'ักภาษา', 'รักภาษา'],
  ] as const) {
    const at = text.indexOf(chosen);
    const [from, to] = wholeWords(text)(at, at + chosen.length);
    assert.equal(text.slice(from, to), expected);
  }
});

it('a text is divided once, however many of its stretches are asked for', () => {
  const text = 'banana '.repeat(1000);
  const divided = mock.method(Intl.Segmenter.prototype, 'segment');
  try {
    const grown = wholeWords(text);
    for (let at = text.indexOf('n'); at !== -1; at = text.indexOf('n', at + 1)) {
      const [from, to] = grown(at, at + 1);
      assert.equal(text.slice(from, to), 'banana');
    }
    assert.equal(divided.mock.callCount(), 1);
  } finally {
    divided.mock.restore();
  }
});

it('a stretch stays as it is where the browser has no segmenter', () => {
  const { Segmenter } = Intl;
  assert.ok(Reflect.deleteProperty(Intl, 'Segmenter'));
  try {
    assert.deepEqual(wholeWords('have found')(1, 7), [1, 7]);
  } finally {
    Object.assign(Intl, { Segmenter });
  }
});
