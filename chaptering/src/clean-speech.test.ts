import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanSpeech } from './clean-speech.ts';

const cleaned = [
  ['So, um, we put the dough in and, you know, it rises.', 'So we put the dough in and it rises.'],
  ['We need the the oven and a, a stone with it.', 'We need the oven and a stone with it.'],
  ['It is in the in the box, uh, that you opened.', 'It is in the box that you opened.'],
  ['I, I think that I I would wait with the, um, the second one.', 'I think that I would wait with the second one.'],
  ['and that it was, i mean, the end of it, um', 'and that it was the end of it'],
  ['Um, I waited to see that.', 'I waited to see that.'],
  [
    'And every page, um, every email and every every slide, I mean, carries the sentence to you.',
    'And every page, every email and every slide carries the sentence to you.',
  ],
  ['Offer, uh, offer a longer trial with the setup.', 'Offer a longer trial with the setup.'],
] as const;

const said = [
  'Do you know that I mean it? You like the kind of bread that we make.',
  'What it is is that he had had enough, and I told you you can wait.',
  'Very, very many of them said no, no, and went to bed.',
  'Um, so the plan is to wait with it.',
  'It took, like, two years and that was, sort of, the end of it.',
  'We went step by step by step to the end, and that, as you know, was it.',
  'Er geht um zu arbeiten um um neun.',
  'Eles viram um um dia.',
  'the dough … the dough and it rises to that',
  '',
];

test('leaves out fillers and repetitions, and what set them off', () => {
  for (const [spoken, shown] of cleaned) assert.equal(cleanSpeech(spoken), shown);
});

test('leaves what is said on purpose, or in another language, as it is', () => {
  for (const spoken of said) assert.equal(cleanSpeech(spoken), spoken);
});

const withoutFillers = (plain: readonly string[]): string[] =>
  ` ${plain.join(' ')} `
    .replaceAll(/ (?:um|uh|you know|i mean)(?= )/g, '')
    .split(' ')
    .filter(Boolean);

/** Whether one text is the other without fillers and without words that are said again at once, told in another way. */
function isProven(shown: readonly string[], spoken: readonly string[]): boolean {
  const plain = spoken.map((word) => word.toLowerCase().replace(',', ''));
  const known = new Map<string, boolean>();
  const fits = (n: number, at: number): boolean => {
    const key = `${n} ${at}`;
    if (!known.has(key)) known.set(key, fitsAnew(n, at));
    return known.get(key)!;
  };
  const fitsAnew = (n: number, at: number): boolean => {
    if (at === spoken.length) return n === shown.length;
    if ([spoken[at], spoken[at]!.replace(/,$/, '')].includes(shown[n]) && fits(n + 1, at + 1)) return true;
    return Array.from({ length: spoken.length - at }, (_, n) => at + n + 1).some((end) => {
      const run = withoutFillers(plain.slice(at, end));
      const [before, after] = [plain.slice(0, at), plain.slice(end)];
      const said = run.join(' ');
      const isAgain =
        [after, withoutFillers(after)].some((part) => part.join(' ').startsWith(said)) ||
        [before, withoutFillers(before)].some((part) => part.join(' ').endsWith(said));
      return run.length <= 3 && isAgain && fits(n, end);
    });
  };
  return fits(0, 0);
}

test('adds, changes and reorders nothing, when words are drawn by chance', () => {
  const words = [...new Set(cleaned.flatMap(([spoken]) => spoken.split(' ')))];
  let seed = 7;
  const draw = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  let shortened = 0;
  for (let n = 0; n < 2_000; n += 1) {
    const spoken = Array.from({ length: 1 + draw(30) }, () => words[draw(words.length)]!);
    const shown = cleanSpeech(spoken.join(' ')).split(' ');
    if (shown.length < spoken.length) shortened += 1;
    assert.ok(isProven(shown, spoken), `${spoken.join(' ')} | ${shown.join(' ')}`);
  }
  assert.ok(shortened > 1_000, `${shortened} shortened`);
  const [spoken, shown] = [cleaned[0][0].split(' '), cleaned[0][1].split(' ')];
  for (const wrong of [[...shown, 'not'], shown.slice(1), shown.toReversed(), ['So', 'they', ...shown.slice(2)]])
    assert.ok(!isProven(wrong, spoken), wrong.join(' '));
});
