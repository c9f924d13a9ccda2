import assert from 'node:assert/strict';
import { test, it, mock } from 'node:test';
import { shownText } from '../text.ts';
import { visibleText } from './visible-text.ts';
import { wholeWords } from './whole-words.ts';
import { quoteTimes } from './quote-times.ts';
import { isCodeName } from './code-name.ts';

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

const cues = [
  { start: 10, end: 14, text: 'a' },
  { start: 14, end: 19, text: 'b' },
];

test('a quote is played from two seconds before its words until they end', () => {
  const quote = { quote: 'a b', timecode: '00:00:08', start: 10.4, cues: [0, 1] as [number, number] };
  assert.deepEqual(quoteTimes(quote, { start_seconds: 0 }, cues), { from: 8.4, to: 19 });
});

test('never from before its chapter', () => {
  assert.equal(quoteTimes({ quote: 'a', timecode: '00:00:10', start: 10.4 }, { start_seconds: 10 }, cues).from, 10);
});

test('a quote a person wrote has its timecode and the usual pace', () => {
  const times = quoteTimes({ quote: 'one two three four five', timecode: '00:01:00' }, { start_seconds: 50 }, cues);
  assert.deepEqual(times, { from: 60, to: 64 });
  assert.equal(quoteTimes({ quote: 'x', timecode: 'soon' }, { start_seconds: 50 }, cues).from, 50);
});

const codes = [
  // Zoom, in the cloud and on a disk
  'GMT20260114-150000_Recording_1920x1080.mp4',
  'video1234567890.mp4',
  'double_click_to_convert_01.zoom',
  // Teams, Meet, Webex
  'Meeting in _General_-20260114_150000-Meeting Recording.mp4',
  'abc-defg-hij (2026-01-14 15:00 GMT+1).mp4',
  'Webex meeting-20260114 1500-1.mp4',
  // OBS, QuickTime, phones and cameras
  '2026-01-14 15-00-00.mkv',
  'Screen Recording 2026-01-14 at 15.00.00.mov',
  'IMG_0042.MOV',
  'DSC01234.MTS',
  // Digests and keys
  'Tinyrec 1f4f 402a ac1b.mp4',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301.mp4',
  'dQw4w9WgXcQ.webm',
  'final_v2 (1).mp4',
  'videoplayback.mp4',
  '录制 2026-01-14.mp4',
  '14 January 2026.mp4',
  '',
];
const people = [
  'Pricing that scales.mp4',
  'Weekly standup-20260114_150000-Meeting Recording.mp4',
  'GMT20260114-150000_Pricing.mp4',
  'Qmsum committee education 0',
  'B2B2C webinar.mp4',
  'ISO27001.mp4',
  'Bitcoin Optech Newsletter #315 Recap',
  'Product launch 3f2504e0-4f89-41d3-9a0c-0305e82c3301.mp4',
  '产品发布会.mp4',
  'Запуск продукта 2026-01-14.mp4',
  '5 am club.mp4',
];

test('names that machines and habits give to files are told from those that people give', () => {
  for (const [names, isCode] of [
    [codes, true],
    [people, false],
  ] as const)
    for (const name of names) assert.equal(isCodeName(name), isCode, name);
});
