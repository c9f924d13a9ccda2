import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { RecognisedWord } from '../../../ports/speech/port.ts';
import { alignWords } from './aligned.ts';

/** Numbers from 0 to 1, the same in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const syllables = 'ba do fe gi ka lu mo ne pi ra so tu va wi ze yo'.split(' ');

/** A vocabulary as unequally used as that of people, where a few words make up most of what is said. */
function talk(count: number, next: () => number): string[] {
  const word = (rank: number) => [rank, rank >> 4, rank >> 8].map((part) => syllables[part % 16]).join('');
  return Array.from({ length: count }, () => word(Math.floor(4000 ** next())));
}

function said(words: readonly string[], from = 0): RecognisedWord[] {
  let now = from;
  return words.map((text, n) => {
    const start = now;
    now += 0.3;
    if (n % 10 === 9) now += 0.7;
    return { text, start, end: start + 0.25 };
  });
}

const cuesOf = (words: readonly string[]): Cue[] =>
  Array.from({ length: Math.ceil(words.length / 10) }, (_, n) => ({
    start: n,
    end: n + 1,
    text: `${words.slice(n * 10, n * 10 + 10).join(' ')}.`,
  }));

/** Simulates a recogniser: of ten words it replaces one, drops one and adds one. */
const misheard = (words: readonly RecognisedWord[], next: () => number): RecognisedWord[] =>
  words.flatMap((word) => {
    const luck = next();
    if (luck < 0.1) return [{ ...word, text: 'nonsense' }];
    if (luck < 0.2) return [];
    return luck < 0.3 ? [word, { ...word, start: word.end, text: 'and' }] : [word];
  });

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
const errors = (found: readonly Cue[], truth: readonly RecognisedWord[]): number[] =>
  found.map(({ start }, n) => Math.abs(start - truth[n * 10]!.start));

test('three hours of words find their places among misheard ones, and stay as they are', () => {
  const next = numbersFrom(7);
  const words = talk(30_000, next);
  const truth = said(words);
  const cues = cuesOf(words);
  const found = alignWords(cues, misheard(truth, next), 12_000);
  const texts = found.cues.map(({ text }) => text);
  assert.deepEqual(
    texts,
    cues.map(({ text }) => text),
  );
  const off = errors(found.cues, truth);
  assert.ok(found.share > 0.75, `${found.share} of the words`);
  assert.ok(median(off) < 0.05, `median ${median(off)} s`);
  assert.ok(off.filter((error) => error > 1).length < off.length / 50, 'nearly all are within a second');
  for (const [n, { start, end }] of found.cues.entries())
    assert.ok(start < end && end <= (found.cues[n + 1]?.start ?? Infinity), `cue ${n}`);
});

test('keeps other cues in place, when speech or text has words the other lacks', () => {
  const next = numbersFrom(11);
  const [written, spoken, both] = [talk(600, next), talk(900, next), talk(2000, next)];
  const heard = said([...spoken, ...both]);
  const found = alignWords(cuesOf([...both, ...written]), heard, 1200);
  assert.ok(median(errors(found.cues.slice(0, 200), heard.slice(900))) < 0.05);
  assert.ok(found.cues[0]!.start > 300, 'the text begins where its words do');
  assert.ok(found.cues.at(-1)!.end <= 1200 && found.cues[200]!.start >= heard.at(-1)!.start);
});

test('a text of another recording is hardly found', () => {
  const next = numbersFrom(13);
  const heard = said(talk(5000, next));
  const other = talk(5000, next).map((word) => word.split('').toReversed().join(''));
  assert.ok(alignWords(cuesOf(other), heard, 2000).share < 0.1);
  assert.deepEqual(alignWords(cuesOf(['alone']), [], 10).share, 0);
});

test('words a recogniser did not know lie where something was heard, sounds where there is room', () => {
  const heard = said('welcome everybody to our talk today about nothing then thank you all for coming'.split(' '));
  const cues = [
    'Welcome, everybody, to our talk today.',
    '[Applause]',
    'About Lectern!',
    'Then thank you all for coming.',
  ];
  const { cues: found, share } = alignWords(
    cues.map((text, n) => ({ start: n, end: n + 1, text })),
    heard,
    10,
  );
  const texts = found.map(({ text }) => text);
  assert.deepEqual(texts, cues);
  assert.equal(share, 13 / 14);
  const starts = found.map(({ start }) => start);
  assert.deepEqual([starts[0], starts[2], starts[3]], [heard[0]!.start, heard[6]!.start, heard[8]!.start]);
  assert.ok(starts[1]! >= heard[5]!.end - 0.001 && found[1]!.end <= heard[6]!.start + 0.001);
});

test('scripts without spaces are matched by their characters', () => {
  const text = '大家好欢迎来到今天的研讨会我们来谈谈章节和测试谢谢大家再见';
  const heard: RecognisedWord[] = Array.from(text, (character, n) => ({ text: character, start: n, end: n + 0.9 }));
  const cues = [text.slice(0, 14), text.slice(14)].map((part, n) => ({ start: n, end: n + 1, text: `${part}。` }));
  const { cues: found, share } = alignWords(cues, heard, 40);
  assert.deepEqual([share, found.map(({ start }) => start)], [1, [0, 14]]);
});
