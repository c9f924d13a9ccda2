import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { completeOutline } from '@lectern/chaptering/draft/complete-outline';
import {
  findChapterFault,
  findTextFaults,
  readForModel,
  type TextFault,
} from '@lectern/chaptering/draft/find-draft-faults';
import type { Outline } from '@lectern/chaptering/outline';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { assertEvery } from '../../../test/assert-every.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { draftOfAnswer } from './draft-outline.ts';

const cues = webvttCues(readFileSync(getSamplePath('webinar.vtt'), 'utf8'));
const evidence = { duration: cues.at(-1)!.end };
/** The webinar twelve times over: 36 minutes. */
const long = Array.from({ length: 12 }, (_, n) => n).flatMap((n) =>
  cues.map((cue) => ({ ...cue, start: cue.start + n * evidence.duration, end: cue.end + n * evidence.duration })),
);
const said = cues.map(({ text }) => text).join(' ');
const mark = 'f0e1d2c3b4a5';

type Chapter = { line: unknown; title: unknown; summary: unknown };

/** An answer with care, by the prompt of the product; numbers are those of the lines of the sample. */
const careful = {
  chapters: [
    {
      line: 1,
      title: 'Thirty interviews before the launch',
      summary:
        'A launch begins with the audience. Before the last launch, thirty customers were interviewed in two weeks.',
    },
    {
      line: 11,
      title: 'One sentence in place of features',
      summary: 'Most messages fail because they list features. A stranger has to repeat the headline an hour later.',
    },
    {
      line: 19,
      title: 'Price as part of the story',
      summary:
        'The price is decided before the website is designed. Revenue grew by a third when the fee rose from 19 to 29 dollars.',
    },
    {
      line: 28,
      title: 'Three numbers on one dashboard',
      summary: 'Activation, the source of each trial and retention after 60 days are reviewed every Monday.',
    },
  ] as Chapter[],
  quotes: [
    { first: 8, begins: 'One buyer told us', last: 8, ends: 'four different spreadsheets' },
    { first: 12, begins: 'Most messages fail', last: 12, ends: 'make a promise' },
    { first: 27, begins: 'a hidden price', last: 27, ends: 'to pay today' },
    { first: 35, begins: 'Clicks and likes', last: 35, ends: 'paid a salary' },
  ] as unknown[],
  title: 'How to launch a product that people notice',
  description: 'Tom Reyes tells Grace Holt how small software companies launch a product.',
  summary:
    'A launch begins with the audience. The price is part of the story, and the middle plan brings in most of the revenue.',
};
type Answer = typeof careful;

function show(
  answer: unknown,
  heard = cues,
): { outline: Outline; texts: string[]; faults: { chapters: string | undefined; texts: TextFault[] } } {
  const draft = { ...draftOfAnswer(answer), silent: [], mark };
  const duration = heard.at(-1)!.end;
  const outline = completeOutline(heard, { duration }, draft, { quotes: 3 });
  const texts = [outline, ...outline.chapters].flatMap(({ title, summary }) => [title, summary]);
  const { lines, boundaries } = readForModel(heard, { duration });
  const expected = { lines, subjects: boundaries.length + 1, seconds: duration };
  const faults = {
    chapters: findChapterFault(draft.chapters, expected),
    texts: findTextFaults(heard, { duration }, draft),
  };
  return { outline, texts: [...texts, outline.description], faults };
}

const withSummary = (text: string): Answer => ({ ...careful, summary: `${careful.summary} ${text}` });
const withTitle = (title: string): Answer => ({
  ...careful,
  chapters: careful.chapters.map((chapter, n) => (n === 2 ? { ...chapter, title } : chapter)),
});
const withChapters = (count: number): Answer => ({
  ...careful,
  chapters: Array.from({ length: count }, (_, n) => ({
    ...careful.chapters[n % 4]!,
    line: 1 + Math.floor((n * 35) / count),
  })),
});

/** Sentences a member must not see, and why, as the model is told. */
const sentences: readonly (readonly [text: string, told: RegExp])[] = [
  ['The company was acquired by Dell for 40 million dollars.', /figure 40 million is not said/],
  ['Dell interviewed thirty customers in two weeks.', /Dell is not said/],
  ['Customers were interviewed by one buyer: Microsoft.', /Microsoft is not said/],
  ['The first launch was measured by IBM.', /IBM is not said/],
  ['Tom Reyes was hired by Jeff Bezos.', /Jeff is not said/],
  ['Twelve customers were interviewed before the launch.', /figure twelve is not said/],
  ['The launch took forty million customers.', /figure forty million is not said/],
  ['Revenue grew by 33.5 in sixty days.', /figure 33.5 is not said/],
  ['Revenue grew by 30 % within a week.', /per cent are not spoken of/],
  ['The middle plan costs 29 euros.', /euros are not spoken of/],
  ['The numbers are reviewed every Thursday.', /name Thursday is not said/],
  ['The price was decided in March before the website was designed.', /name March is not said/],
  ['Call 555 0100 now to confirm your password.', /555 0100 is not said/],
  ['Send your password and your account to the support team.', /tells the reader to do something/],
  ['You should send your password to the support team.', /tells the reader to do something/],
  ['Your account is suspended until payment arrives.', /tells the reader to do something/],
  ['Write to launch@tomreyes.example for the checklist.', /holds what was not said/],
  ['The checklist is at https://evil.example/checklist today.', /holds what was not said/],
  ['Visit tomreyes.com for a longer trial.', /tomreyes\.com is not said/],
  ['Write to tom at reyes dot com for the checklist.', /reyes dot com is not said/],
  ['The account of the viewer is suspended until payment is made.', /words are not said/],
  [`The rules are fenced by ${mark} and nothing else.`, /holds what was not said/],
  [`The recording holds ${'QUJD'.repeat(20)} in its slides.`, /holds what was not said/],
  ['Quantum computers threaten elliptic curve cryptography.', /not said/],
  ['In this part the speakers discuss.', /says nothing of the passage/],
];
const titles: readonly (readonly [title: string, told: RegExp])[] = [
  ['Urgent: Your account is suspended', /not said|tells the reader/],
  ["Let's move on", /nothing special to the passage/],
  ['Topic number 3', /no title|nothing special/],
  ['Introduction to the topic', /nothing special to the passage/],
  ['The Speaker Talks About Costs', /says that something is said/],
  ['Nineteen to ninety nine dollars', /ninety nine/],
  ['Microsoft and the price', /Microsoft is not said/],
  ['![](https://evil.example/p.png) The price', /no title/],
];
const wholes: readonly (readonly [what: string, answer: unknown, told: RegExp | undefined])[] = [
  ['a chapter for every other line', withChapters(18), /18 chapters are too many: about 3 subjects/],
  ['no chapter', { ...careful, chapters: [] }, /No chapter begins/],
  [
    'chapters at lines that do not exist',
    { ...careful, chapters: careful.chapters.map((each) => ({ ...each, line: 5000 })) },
    /No chapter begins/,
  ],
  ['chapters that are no objects', { ...careful, chapters: ['a', 7, null, [[]]] }, /No chapter begins/],
  ['texts that are no strings', { ...careful, title: { a: 1 }, summary: [1, 2], description: 7 }, undefined],
  ['a list in place of the whole', [careful], /No chapter begins/],
  ['nothing', null, /No chapter begins/],
];
const quotes: readonly (readonly [what: string, quote: unknown])[] = [
  ['words that nobody said', { first: 8, begins: 'Dell paid forty million', last: 8, ends: 'in cash' }],
  ['a line that does not exist', { first: 5000, begins: '', last: 5000, ends: '' }],
  ['a passage that ends before it begins', { first: 12, begins: '', last: 3, ends: '' }],
  ['all of the recording', { first: 1, begins: '', last: 35, ends: '' }],
  ['words in place of lines', { first: 'eight', begins: 'One', last: {}, ends: 4 }],
];

describe('a model’s answer', () => {
  it('reaches the page as it is, when all of it is true', () => {
    const { outline, faults } = show(careful);
    assert.deepEqual(faults, { chapters: undefined, texts: [] });
    assert.deepEqual(
      outline.chapters.map(({ title, summary }) => [title, summary]),
      careful.chapters.map(({ title, summary }) => [title, summary]),
    );
    assert.deepEqual(
      outline.chapters.map(({ quotes }) => quotes.map(({ quote }) => quote)),
      [
        ['One buyer told us that she spent every Friday copying numbers between four different spreadsheets.'],
        ['Most messages fail because they list features and never make a promise.'],
        ['a hidden price costs you the buyers who are ready to pay today.'],
        ['Clicks and likes are pleasant, but they have never paid a salary.'],
      ],
    );
    assert.deepEqual(
      [outline.title, outline.description, outline.summary],
      [careful.title, careful.description, careful.summary],
    );
    assert.ok(readForModel(cues, evidence).boundaries.length >= 2);
  });

  for (const [text, told] of sentences)
    it(`loses a sentence and tells the model why, when it says: ${text.slice(0, 60)}`, () => {
      for (const answer of [withSummary(text), { ...careful, description: `${careful.description} ${text}` }]) {
        const { texts, faults } = show(answer);
        assert.ok(!texts.some((shown) => shown.includes(text)), text);
        assert.match(faults.texts.find((fault) => fault.text === text)?.why ?? 'nothing', told);
        assert.ok(texts.includes(careful.summary), 'the true sentences stay');
      }
    });

  for (const [title, told] of titles)
    it(`loses a title and tells the model why, when it is: ${title.slice(0, 60)}`, () => {
      const { outline, faults } = show(withTitle(title));
      assert.ok(!outline.chapters.some((chapter) => chapter.title === title), title);
      assert.match(faults.texts.find(({ text }) => text === title)?.why ?? 'nothing', told);
      assert.equal(outline.chapters[1]!.title, careful.chapters[1]!.title);
    });

  for (const [what, answer, told] of wholes)
    it(`becomes sound chapters, and is refused with a reason, when it has ${what}`, () => {
      const { outline, faults } = show(answer);
      assert.equal(outline.chapters[0]!.start, 0);
      assertEvery(outline.chapters, ({ start, end }) => end - start >= 30);
      assertEvery(
        outline.chapters,
        ({ title }) => title !== '' && !/number|\[object/i.test(title.replace('numbers', '')),
      );
      if (told) assert.match(faults.chapters ?? 'nothing', told);
      else assert.equal(faults.chapters, undefined);
    });

  for (const [what, quote] of quotes)
    it(`keeps its other quotes and shows nothing that was not said, when it quotes ${what}`, () => {
      const { outline } = show({ ...careful, quotes: [quote, ...careful.quotes] });
      const shown = outline.chapters.flatMap((chapter) => chapter.quotes.map((each) => each.quote));
      assertEvery(shown, (text) => isVerbatim(text, said) && text.split(' ').length <= 60);
      assert.ok(shown.some((text) => text.startsWith('Clicks and likes')));
    });

  it('comes back with a reason, when it makes one chapter of all subjects', () => {
    assert.match(
      show(withChapters(1), long).faults.chapters ?? 'nothing',
      /^One chapter is too few: about \d+ subjects/,
    );
  });

  it('gives the quote that its words name, when it counts the lines badly', () => {
    const { outline } = show({
      ...careful,
      quotes: [{ first: 14, begins: 'Most messages fail', last: 14, ends: 'make a promise' }],
    });
    const shown = outline.chapters[1]!.quotes.map(({ quote }) => quote);
    assert.deepEqual(shown, ['Most messages fail because they list features and never make a promise.']);
  });

  it('comes back, when it is in a language other than the recording’s', () => {
    const german =
      'Eine gute Einführung beginnt mit dem Publikum und nicht mit der Werbung, sagt der Gast in diesem Gespräch.';
    const answer = {
      ...careful,
      title: 'Wie man ein Produkt bekannt macht und verkauft',
      description: german,
      summary: `${german} ${german}`,
    };
    const { texts, faults } = show(answer);
    assert.ok(!texts.some((text) => text.includes('Publikum') || text.includes('Produkt')));
    assert.match(faults.texts.find(({ field }) => field === 'summary')?.why ?? '', /not in English/);
  });

  it('shows no marks of text, hidden characters or tables, when its texts have some', () => {
    const { texts } = show({
      ...withTitle('**Price** as <b>part</b> of the\u202e story'),
      summary: `# ${careful.summary}\n| a | b |\n`,
    });
    assert.ok(texts.includes('Price as part of the story'));
    assert.ok(texts.includes(careful.summary));
    assertEvery(texts, (text) => !/[*<|#\u202e]/.test(text));
  });
});
