import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutlineDraft } from './place-chapters.ts';
import { type Cue, readTranscript } from '../transcript.ts';
import { outline } from '../outline.ts';
import { isVerbatim } from '../verbatim.ts';
import { completeOutline } from './complete-outline.ts';
import { numberLines } from './numbered-lines.ts';
import type { Passage } from './quote-spans.ts';

const rounds = process.env.LECTERN_TEST_FULL ? 100 : 25;

/** A fixed generator, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const SENTENCES = [
  'Our greenhouse sensors report the humidity of every bed to one small controller.',
  'The controller opens the roof vents long before the tomatoes suffer from the heat.',
  'Sensors that report too often drain their batteries within a single month of summer.',
  'A good invoice template saves the accounting team many hours of work every quarter.',
  'Late invoices cost small companies more money than all of their taxes together do.',
  'Automatic reminders bring most unpaid invoices in within two weeks of the due date.',
  'The harbour pilots guide container ships through the narrow channel in any weather.',
  'Pilots train for six long years before they may board a tanker on their own account.',
];

/** Changes the subject over time: greenhouses, invoices from cue 61, ships from cue 106. */
const sentenceOf = (i: number): string => SENTENCES[i < 60 ? i % 3 : i < 105 ? 3 + (i % 3) : 6 + (i % 2)]!;

/** Ten minutes: 150 cues of a sentence each, four seconds long. */
const CUES: Cue[] = Array.from({ length: 150 }, (_, i) => ({
  start: i * 4,
  end: i * 4 + 4,
  text: sentenceOf(i),
}));
const DURATION = 600;

const EMPTY: OutlineDraft = { title: '', description: '', summary: '', chapters: [], silent: [] };
const chapter = (line: number, title: string, quotes: [number, number][] = [], summary = '') => ({
  line,
  title,
  summary,
  quotes: quotes.map(([first, last]) => ({ first, last })),
});

const made = (draft: Partial<OutlineDraft>, cues = CUES, duration = DURATION, quotes = 3) =>
  completeOutline(cues, { duration }, { ...EMPTY, ...draft }, { quotes });

const starts = (draft: Partial<OutlineDraft>): number[] => made(draft).chapters.map(({ start }) => start);

/** Asserts the invariants of an outline made from any cues and any draft. */
function assertSound(cues: readonly Cue[], duration: number, draft: OutlineDraft, quotes: number): void {
  const result = completeOutline(cues, { duration }, draft, { quotes });
  const { chapters } = result;
  const { text, duration: whole } = readTranscript(cues, duration);
  assert.ok(chapters.length >= 1);
  assert.ok(result.title.trim() !== '');
  assert.equal(chapters[0]!.start, 0);
  assert.equal(chapters.at(-1)!.end, whole);
  chapters.forEach(({ start, end, title, quotes: chosen }, i) => {
    if (i > 0) assert.equal(start, chapters[i - 1]!.end);
    if (chapters.length > 1) assert.ok(end - start >= 30, `${start} to ${end} is too short`);
    assert.ok(title.trim() !== '' && title.length <= 120, title);
    assert.ok(chosen.length <= quotes, `${chosen.length} quotes`);
    chosen.forEach((quote, n) => {
      assert.ok(isVerbatim(quote.quote, text), `not verbatim: ${quote.quote}`);
      assert.ok(quote.start >= start && quote.start <= end, `${quote.start} is outside ${start} to ${end}`);
      assert.equal(quote.timecode, Math.max(start, quote.start - 2));
      assert.ok(quote.cues[0] >= 0 && quote.cues[0] <= quote.cues[1] && quote.cues[1] < cues.length);
      if (n > 0) assert.ok(quote.start >= chosen[n - 1]!.start, 'quotes out of order');
    });
  });
  const titles = new Set(chapters.map(({ title }) => title.toLowerCase()));
  assert.equal(titles.size, chapters.length, 'titles repeat');
  assert.doesNotMatch(JSON.stringify(result), /SECRETMARK|evil\.example/);
  assert.deepEqual(completeOutline(cues, { duration }, draft, { quotes }), result, 'not deterministic');
}

test('a good draft is kept: places, texts, and quotes of whole sentences', () => {
  const result = made({
    title: 'Sensors, Invoices and Ships',
    description: 'Sensors cool tomatoes, reminders bring invoices in and pilots guide ships.',
    summary: 'A talk about greenhouses. It goes on to invoices and ends at sea.',
    chapters: [
      chapter(1, 'How greenhouses stay cool', [[2, 2]], 'Sensors tell a controller when to open the roof.'),
      chapter(61, 'Invoices that get paid', [[62, 62]], 'Reminders bring money in.'),
    ],
  });
  assert.deepEqual(
    [result.title, result.description, result.summary],
    [
      'Sensors, Invoices and Ships',
      'Sensors cool tomatoes, reminders bring invoices in and pilots guide ships.',
      'A talk about greenhouses. It goes on to invoices and ends at sea.',
    ],
  );
  assert.deepEqual(
    result.chapters.map(({ title, start, end, summary, quotes }) => ({
      title,
      start,
      end,
      summary,
      quotes: quotes.map(({ quote, start, timecode, cues }) => [quote, start, timecode, cues]),
    })),
    [
      {
        title: 'How greenhouses stay cool',
        start: 0,
        end: 240,
        summary: 'Sensors tell a controller when to open the roof.',
        quotes: [[SENTENCES[1], 4, 2, [1, 1]]],
      },
      {
        title: 'Invoices that get paid',
        start: 240,
        end: 600,
        summary: 'Reminders bring money in.',
        quotes: [[sentenceOf(61), 244, 242, [61, 61]]],
      },
    ],
  );
});

test('chapters out of order, twice, at lines that do not exist and too close are put right', () => {
  assert.deepEqual(starts({ chapters: [chapter(61, 'Invoices that get paid'), chapter(1, 'Keeping Cool')] }), [0, 240]);
  const twice = [chapter(1, 'Keeping Cool'), chapter(61, 'Invoices Paid'), chapter(61, 'Invoices Again')];
  assert.deepEqual(starts({ chapters: twice }), [0, 240]);
  const odd = [Number.NaN, 0, -3, 1.5, 151, 1e9, Infinity].map((line) => chapter(line, `Line ${line} of None`));
  assert.deepEqual(starts({ chapters: [...odd, chapter(1, 'Keeping Cool'), chapter(61, 'Invoices Paid')] }), [0, 240]);
  const close = [chapter(1, 'Keeping Cool'), chapter(61, 'Invoices Paid'), chapter(63, 'A Remark Aside')];
  assert.deepEqual(starts({ chapters: close }), [0, 240]);
  assert.deepEqual(starts({ chapters: [chapter(9, 'Keeping Cool'), chapter(61, 'Invoices Paid')] }), [0, 240]);
});

test('keeps the texts of the longer chapter, when two chapters are joined', () => {
  const { chapters } = made({
    chapters: [chapter(1, 'Hello There Everybody'), chapter(4, 'How greenhouses stay cool')],
  });
  assert.deepEqual(
    chapters.map(({ title, start }) => [title, start]),
    [['How greenhouses stay cool', 0]],
  );
});

test('nothing that can be used gives the engine’s outline', () => {
  const own = outline(CUES, { duration: DURATION }, { quotes: 3 });
  assert.deepEqual(made({}), own);
  assert.deepEqual(made({ chapters: [chapter(999, 'Nowhere at All')] }), own);
});

test('stretches of which nothing is known are the engine’s', () => {
  const own = outline(CUES, { duration: DURATION }).chapters.map(({ start }) => start);
  const late = own.filter((start) => start >= 300);
  const result = starts({ chapters: [chapter(1, 'How greenhouses stay cool')], silent: [[76, 150]] });
  assert.ok(late.length > 0);
  assert.deepEqual(result.slice(1), late);
});

test('a chapter without a valid quote gets the engine’s; others keep theirs', () => {
  const none: [number, number][][] = [[], [[999, 1000]], [[100, 101]], [[Number.NaN, 2]], [[-1, 2]]];
  for (const quotes of none) {
    const { chapters } = made({
      chapters: [chapter(1, 'Keeping Cool', quotes), chapter(61, 'Invoices Paid', [[70, 70]])],
    });
    assert.ok(chapters[0]!.quotes.length >= 1, JSON.stringify(quotes));
    for (const { start } of chapters[0]!.quotes) assert.ok(start < 240, 'a quote of another chapter');
    const starts = chapters[1]!.quotes.map(({ start }) => start);
    assert.deepEqual(starts, [276]);
  }
});

test('quotes obey the count, do not overlap, and are no speeches', () => {
  const many = Array.from({ length: 20 }, (_, n): [number, number] => [n * 3 + 1, n * 3 + 1]);
  for (const count of [1, 2, 3])
    assert.equal(
      made({ chapters: [chapter(1, 'Keeping Cool', many)] }, CUES, DURATION, count).chapters[0]!.quotes.length,
      count,
    );
  const same: [number, number][] = [
    [2, 3],
    [3, 2],
    [2, 2],
  ];
  assert.equal(made({ chapters: [chapter(1, 'Keeping Cool', same)] }).chapters[0]!.quotes.length, 1);
  const [long] = made({ chapters: [chapter(1, 'Keeping Cool', [[1, 150]])] }).chapters[0]!.quotes;
  assert.ok(long!.quote.split(' ').length <= 60, long!.quote);
});

test('keeps a quote of any style, and of its lines only the words that were named', () => {
  const quotesOf = (passage: Passage, cues = CUES): string[] =>
    made({ chapters: [{ ...chapter(1, 'Keeping Cool'), quotes: [passage] }] }, cues).chapters[0]!.quotes.map(
      ({ quote }) => quote,
    );
  const asked = 'Can everybody see my screen, and can you all hear me well enough?';
  assert.deepEqual(quotesOf({ first: 4, last: 4 }, CUES.with(3, { ...CUES[3]!, text: asked })), [asked]);
  const part = { first: 2, begins: 'The roof vents', last: 3, ends: 'drain their batteries' };
  assert.deepEqual(quotesOf({ ...part, begins: 'roof vents long' }), [
    'roof vents long before the tomatoes suffer from the heat. Sensors that report too often drain their batteries',
  ]);
  // Slightly other words mean the lines, quite other ones nothing.
  assert.deepEqual(quotesOf({ ...part, begins: 'The controllers open the roof vents', last: 2, ends: '' }), [
    SENTENCES[1],
  ]);
  assert.ok(!quotesOf({ ...part, begins: 'Never said here', last: 2, ends: '' }).includes(SENTENCES[1]!));
});

test('quotes and chapters in cues that cut sentences begin and end with sentences', () => {
  const words = CUES.flatMap(({ text }) => text.split(' '));
  const cut = Array.from({ length: Math.ceil(words.length / 7) }, (_, i) => ({
    start: i * 3,
    end: i * 3 + 3,
    text: words.slice(i * 7, i * 7 + 7).join(' '),
  }));
  const lines = numberLines(readTranscript(cut, cut.length * 3), cut);
  for (let line = 3; line < 60; line += 4) {
    const { chapters } = made(
      { chapters: [chapter(1, 'Keeping Cool', [[line, line + 2]]), chapter(60 + line, 'Invoices Paid')] },
      cut,
      cut.length * 3,
    );
    const [quote] = chapters[0]!.quotes;
    assert.match(quote!.quote, /^[A-Z][^]*\.$/);
    assert.equal(quote!.start, lines[line - 1]!.start);
    assert.equal(chapters[1]!.start, lines[59 + line]!.start);
  }
});

test('titles that say nothing, run on, repeat or are no titles are the engine’s', () => {
  const own = (n: number) => outline(CUES, { duration: DURATION }, { quotes: 3 }).chapters[n]?.title;
  const title = (raw: string) => made({ chapters: [chapter(1, raw)], silent: [] }).chapters[0]!.title;
  assert.ok(own(0));
  assert.equal(title('Chapter 1: How greenhouses stay cool'), 'How greenhouses stay cool');
  assert.equal(title('**“How greenhouses stay cool.”**'), 'How greenhouses stay cool');
  assert.equal(title('[12] 00:03:10 – How greenhouses stay cool'), 'How greenhouses stay cool');
  assert.equal(
    title('Cooling the Greenhouse: why the roof must open long before anything is hot'),
    'Cooling the Greenhouse',
  );
  const replaced = title('');
  for (const raw of ['Introduction', 'Q&A', 'Chapter 7', 'Untitled', '???', 'a'.repeat(300), 'word '.repeat(40)])
    assert.equal(title(raw), replaced, raw);
  const { chapters } = made({ chapters: [chapter(1, 'Same Old Story Here'), chapter(61, 'same old story here')] });
  assert.notEqual(chapters[0]!.title.toLowerCase(), chapters[1]!.title.toLowerCase());
});

test('hides text that was hidden in or lured out of a model', () => {
  const plain = made({ chapters: [chapter(1, '')] }).chapters[0]!;
  const mark = 'SECRETMARK';
  for (const text of [
    'My instructions are fenced by SECRETMARK as you see.',
    'Visit https://evil.example/login to see the rest of this.',
    'Write to help@evil.example for your refund right now please.',
    `Here is a picture for you: ${'QUJD'.repeat(40)}`,
  ]) {
    const result = made({
      mark,
      title: text,
      description: text,
      summary: text,
      chapters: [chapter(1, text, [], text)],
    });
    assert.deepEqual([result.chapters[0]!.title, result.chapters[0]!.summary], [plain.title, plain.summary], text);
    assert.doesNotMatch(JSON.stringify(result), /SECRETMARK|evil|QUJDQUJD/);
  }
  const unseen = 'Roofs\u202e that\u200b open\u{e0041} early';
  assert.equal(made({ chapters: [chapter(1, unseen)] }).chapters[0]!.title, 'Roofs that open early');
});

test('texts that run on end with a whole sentence', () => {
  const { chapters } = made({ chapters: [chapter(1, 'Keeping Cool', [], 'A roof opens early. '.repeat(100))] });
  const { summary } = chapters[0]!;
  assert.ok(summary.length <= 700 && summary.endsWith('early.'), summary);
});

test('a recording of three hours with one chapter is divided', () => {
  const cues = Array.from({ length: 2700 }, (_, i) => ({ ...CUES[i % 150]!, start: i * 4, end: i * 4 + 4 }));
  const { chapters } = made({ chapters: [chapter(1, 'How greenhouses stay cool')] }, cues, 10_800);
  assert.ok(chapters.length >= 3);
  assert.equal(chapters[0]!.title, 'How greenhouses stay cool');
});

test('every word is in exactly one line, short cues are joined and long ones parted', () => {
  const words = SENTENCES.join(' ').repeat(20).split(' ');
  const single = words.map((text, i) => ({ start: i / 3, end: i / 3 + 0.3, text }));
  for (const cues of [CUES, single, [{ start: 0, end: 600, text: words.join(' ') }]]) {
    const transcript = readTranscript(cues, 600);
    const lines = numberLines(transcript, cues);
    lines.forEach(({ words: [from, to] }, n) => assert.ok(from === (lines[n - 1]?.words[1] ?? 0) && to > from));
    assert.equal(lines.at(-1)!.words[1], transcript.words.length);
    assert.ok(lines.length > 0 && lines.every(({ text }) => text.length <= 420));
    const whole = lines.slice(0, -1);
    assert.ok(whole.length > 0 && whole.every(({ text }) => text.length >= 30));
  }
});

test('any cues and any draft give a sound outline', () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const next = random(seed);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
    const words = SENTENCES.join(' ').split(' ');
    const duration = pick([0, 10, 59, 600, 4000, 12_000]) * (next() < 0.5 ? 1 : next());
    const cues: Cue[] = Array.from({ length: Math.floor(next() * 300) }, () => {
      const start = next() * duration * 1.1;
      const text = Array.from({ length: Math.floor(next() ** 3 * 60) }, () => pick(words)).join(' ');
      return {
        start,
        end: start + next() * 20 - 2,
        text,
        ...(next() < 0.3 ? { speaker: `S${Math.floor(next() * 3)}` } : {}),
      };
    });
    const number = (): number =>
      next() < 0.15
        ? pick([Number.NaN, Infinity, -Infinity, -1, 0, 0.5, 2 ** 53, 1e300])
        : Math.floor(next() * (cues.length + 5));
    const text = (): string =>
      pick([
        '',
        ' ',
        'A Fine Title of a Chapter',
        'Introduction',
        'See https://evil.example now',
        'SECRETMARK is the mark I was given',
        '…',
        '\u0000\u202e\u200b',
        'word '.repeat(500),
        '. '.repeat(3000),
        Array.from({ length: 12 }, () => pick(words)).join(' '),
      ]);
    const ranges = (most: number) =>
      Array.from({ length: Math.floor(next() * most) }, () => [number(), number()] as const);
    const draft: OutlineDraft = {
      title: text(),
      description: text(),
      summary: text(),
      chapters: Array.from({ length: Math.floor(next() ** 3 * 200) }, () => ({
        line: number(),
        title: text(),
        summary: text(),
        quotes: ranges(6).map(([first, last]) => ({ first, last, begins: text(), ends: text() })),
      })),
      silent: ranges(3),
      mark: 'SECRETMARK',
    };
    assertSound(cues, duration, draft, 1 + Math.floor(next() * 3));
  }
});

const addresses = (count: number): string[] => Array.from({ length: count }, (_, n) => `www.P${n}.example`);

/** A minute of talk in which all of these addresses are said. */
const said = (count: number) =>
  addresses(count).map((address, n) => ({
    start: n,
    end: n + 1,
    text: `You find the plan of the harbour at ${address} today.`,
  }));

const describedBy = (description: string, cues: ReturnType<typeof said>): string =>
  completeOutline(
    cues,
    { duration: cues.length },
    { title: '', description, summary: description, chapters: [], silent: [] },
    { quotes: 1 },
  ).description;

const listing = (count: number): string => `The plans are at ${addresses(count).join(' and ').toLowerCase()} today.`;

test('allows URLs that were said, up to the length a person would read', () => {
  const cues = said(60);
  assert.ok(describedBy(listing(12), cues).includes('www.p11.example'));
  assert.ok(!describedBy(listing(60), cues).includes('www.p11.example'));
  assert.ok(
    !describedBy('The plans are at www.p1.example and www.elsewhere.example today.', cues).includes('elsewhere'),
  );
});
