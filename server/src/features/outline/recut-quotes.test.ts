import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { textLimits } from '@lectern/contract/rules/longest';
import { mostQuotesKept } from '@lectern/contract/rules/quotes';
import type { Quote } from '@lectern/contract/videos/videos';
import { joinCues } from './joined-cues.ts';
import { looksAtQuotes, provenChapters, verifiedQuotes } from './verify-quotes.ts';
import { recutQuotes, wordsChange } from './recut-quotes.ts';
import type { StoredChapter, StoredOutline } from '../../platform/database/stored-outline.ts';
import { resizedStarts } from './resize-chapters.ts';
import { keepIds } from './merge-chapter-edits.ts';
import { outlineChanges } from './outline-changes.ts';

const cues: Cue[] = [
  'We begin with the audience.',
  'Nobody reads an advert they did not',
  'ask for, and nobody should. Yes.',
  'That is all.',
].map((text, n) => ({ start: n * 4, end: n * 4 + 4, text }));

const quote = (text: string, of: [number, number]): Quote => ({
  quote: text,
  timecode: '00:00:02',
  start: of[0] * 4,
  cues: of,
});
const long = quote('Nobody reads an advert they did not ask for, and nobody should.', [1, 2]);

const change = (n: number, text: string) => wordsChange(cues, cues.with(n, { ...cues[n]!, text }), [n]);
/** The words of some cues, which are in the order of time. */
const textOf = (all: readonly Cue[], [first, last]: [number, number]): string =>
  joinCues(all.slice(first, last + 1)).text;

const recut = (of: Quote, n: number, text: string): Quote[] => recutQuotes([of], change(n, text), 0);

describe('a quote whose cue is rewritten', () => {
  it('takes over the words that were changed', () => {
    const now = 'Nobody reads a mail they did not ask for, and nobody should.';
    assert.deepEqual(recut(long, 1, 'Nobody reads a mail they did not'), [{ ...long, quote: now, original: long }]);
  });

  it('keeps its ends where words beside it are changed, added or taken away', () => {
    for (const text of [
      'ask for, and nobody should. No.',
      'ask for, and nobody should.',
      'ask for, and nobody should. Yes. Really!',
    ])
      assert.deepEqual(recut(long, 2, text), [long], text);
    const [made] = recut(long, 1, 'Well, Nobody reads an advert they did not');
    assert.equal(made?.quote, long.quote);
  });

  it('includes what took the place of its first and last word', () => {
    assert.equal(recut(long, 1, 'No one reads an advert they did not')[0]?.quote.slice(0, 13), 'No one reads ');
    assert.match(recut(long, 2, 'ask for, and nobody ought to. Yes.')[0]!.quote, /and nobody ought to\.$/);
  });

  it('keeps showing what was left out, around the words that were changed', () => {
    const shown = quote('Nobody reads … they did not ask for', [1, 2]);
    assert.equal(recut(shown, 1, 'Nobody buys an advert they did not')[0]?.quote, 'Nobody buys … they did not ask for');
    assert.deepEqual(recut(shown, 2, 'ask for, and nobody must. Yes.'), [shown]);
  });

  it('ends earlier where it would become longer than a quote may be, and is still word for word', () => {
    const grown = change(1, `Nobody reads ${'one more '.repeat(215)}they did not`);
    const asked = `ask ${'for this '.repeat(215)}and nobody should. Yes.`;
    const grownTwice = wordsChange(grown.after, grown.after.with(2, { ...cues[2]!, text: asked }), [2]);
    const [made] = recutQuotes(recutQuotes([long], grown, 0), grownTwice, 0);
    const spare = textLimits.quote - made!.quote.length;
    assert.ok(spare >= 0 && spare < 10, `${spare}`);
    assert.ok(isVerbatim(made!.quote, textOf(grownTwice.after, made!.cues!)));
    const twice = quote('Nobody reads … nobody should.', [1, 2]);
    const [short] = recutQuotes([twice], change(1, `Nobody ${'never '.repeat(350)}reads an advert they did not`), 0);
    assert.deepEqual(
      [short!.quote.length <= textLimits.quote, short!.quote.includes('…'), short!.cues],
      [true, false, [1, 1]],
    );
    assert.equal(recutQuotes([made!], wordsChange(grownTwice.after, cues, [1, 2]), 0)[0]?.quote, long.quote);
  });

  it('begins in the next cue, and at its time, when its words in the first are gone', () => {
    const first = quote('audience. Nobody reads an advert', [0, 1]);
    const [made] = recut(first, 0, 'We begin with the');
    assert.deepEqual(
      [made?.quote, made?.cues, made?.start, made?.timecode],
      ['Nobody reads an advert', [1, 1], 4, '00:00:02'],
    );
  });

  it('goes when none of its words is left, and stays when it is a person’s or of other cues', () => {
    assert.deepEqual(recut(quote('Yes.', [2, 2]), 2, 'ask for, and nobody should.'), []);
    const own: Quote = { quote: 'In my own words.', timecode: '00:00:05', edited: true };
    assert.deepEqual(recut(own, 1, 'Something else'), [own]);
    assert.deepEqual(recut(long, 3, 'That is not all.'), [long]);
  });

  it('keeps a quote verbatim after any change of its cue, in every script', () => {
    const words = ['a', 'b', 'c', 'd', '你', '好', 'é', '🎬', '. '];
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const text = (): string =>
      Array.from({ length: 1 + random(8) }, () => words[random(words.length)])
        .join(random(2) ? ' ' : '')
        .trim() || 'x';
    for (let round = 0; round < 2_000; round += 1) {
      const before = Array.from({ length: 3 }, (_, n) => ({ start: n, end: n + 1, text: text() }));
      const all = joinCues(before).text;
      const from = random(all.length);
      const said = all.slice(from, from + 1 + random(all.length - from)).trim();
      if (said === '') continue;
      const n = random(3);
      const after = before.with(n, { ...before[n]!, text: text() });
      for (const made of recutQuotes([quote(said, [0, 2])], wordsChange(before, after, [n]), 0)) {
        assert.ok(textOf(after, made.cues!).includes(made.quote), JSON.stringify({ before, after, said, made }));
        assert.deepEqual(verifiedQuotes([made], after, 0), [made]);
        const undone = recutQuotes([made], wordsChange(after, before, [n]), 0);
        assert.deepEqual(undone, [quote(said, [0, 2])], JSON.stringify({ before, after, made }));
      }
    }
  });
});

describe('the quotes of chapters that meet another transcript', () => {
  it('stay where they are, are cued anew, or go', () => {
    assert.deepEqual(verifiedQuotes([long], cues, 0), [long]);
    const later = [{ start: 0, end: 10, text: 'An intro.' }, ...cues.map((cue) => ({ ...cue, start: cue.start + 10 }))];
    assert.deepEqual(verifiedQuotes([long], later, 0), [{ ...long, cues: [2, 3], start: 14, timecode: '00:00:12' }]);
    assert.deepEqual(verifiedQuotes([long], cues.slice(2), 0), []);
    assert.deepEqual(verifiedQuotes([long], [], 0), []);
  });

  it('finds quotes within their chapter, when the same words were also said earlier', () => {
    const twice = [0, 1, 2, 3].map((n) => ({ start: n * 100, end: n * 100 + 9, text: 'Thank you.' }));
    const [made] = verifiedQuotes([{ quote: 'Thank you.', timecode: '00:00:00', start: 0, cues: [7, 7] }], twice, 200);
    assert.deepEqual([made?.cues, made?.start], [[2, 2], 200]);
  });

  it('limits the total search for quotes, also when each is in place or its cue is corrected', () => {
    const line = { start: 0, end: 9, text: `${'a'.repeat(9_900)} b` };
    const quotes = Array.from({ length: 20 }, () => quote('a … b', [0, 0]));
    const chapters = Array.from({ length: 1_000 }, () => ({ start: 0, quotes }));
    const looks = looksAtQuotes();
    const proven = provenChapters(chapters, [line], looks).flatMap((chapter) => chapter.quotes);
    assert.ok(proven.length > 0 && proven.length < 1_000, String(proven.length));
    assert.equal(looks.left, 0);
    const corrected = wordsChange([line], [{ ...line, text: `${line.text}!` }], [0]);
    const kept = chapters.flatMap((chapter) => recutQuotes(chapter.quotes, corrected, 0));
    assert.ok(kept.length > 0 && kept.length < 1_000, String(kept.length));
    assert.equal(corrected.looks.left, 0);
  });

  it('keeps at most the quotes a chapter can have, plus those a person wrote', () => {
    const own: Quote = { quote: 'In my own words.', timecode: '00:00:05', edited: true };
    const found = verifiedQuotes([...Array.from({ length: 30 }, () => long), own], cues, 0);
    assert.equal(found.length, mostQuotesKept + 1);
    assert.deepEqual(found.at(-1), own);
    const parts = quote(Array.from({ length: 50 }, () => 'a').join(' … '), [0, 3]);
    assert.deepEqual(verifiedQuotes([parts], cues, 0), []);
  });
});

const chapter = (id: string, start: number, end: number, more: Partial<StoredChapter> = {}): StoredChapter => ({
  id,
  start,
  end,
  title: `From ${start}`,
  summary: 'Said.',
  quotes: [{ quote: 'So it was.', timecode: '00:00:00' }],
  search: '',
  edited: [],
  ...more,
});
const outline = (chapters: StoredChapter[], title = 'Talk'): StoredOutline => ({
  title,
  title_by_person: false,
  description: 'A talk.',
  description_by_person: false,
  summary: 'They talk.',
  summary_by_person: false,
  outline_engine: null,
  outline_of: null,
  chapters,
});

describe('what has changed between two outlines', () => {
  it('reports no outline changes, when only ids, search texts and edit marks differ', () => {
    const chapters = [chapter('a', 0, 60), chapter('b', 60, 120)];
    const others = chapters.map((each) => ({ ...each, id: `${each.id}2`, search: 'x', edited: ['title' as const] }));
    assert.deepEqual(outlineChanges(outline(chapters), outline(others)), { texts: [], chapters: [] });
  });

  it('lists changed texts, added and removed chapters, and changed fields of matching chapters', () => {
    const before = [chapter('a', 0, 60), chapter('b', 60, 120), chapter('c', 120, 300), chapter('d', 300, 310)];
    const after = [
      chapter('e', 0, 65, { title: 'Hello' }),
      chapter('f', 65, 120),
      chapter('g', 120, 160, { title: 'New' }),
      chapter('c', 160, 310, { quotes: [], summary: 'Other.', title: 'From 120' }),
    ];
    const { texts, chapters } = outlineChanges(outline(before), outline(after, 'A better talk'));
    assert.deepEqual(texts, [{ field: 'title', before: 'Talk', after: 'A better talk' }]);
    assert.deepEqual(
      chapters.map((each) => [each.before?.title ?? null, each.after?.title ?? null, each.fields.join()]),
      [
        ['From 0', 'Hello', 'title'],
        ['From 60', 'From 65', 'title,start'],
        [null, 'New', ''],
        ['From 120', 'From 120', 'start,summary,quotes'],
        ['From 300', null, ''],
      ],
    );
    const shown = { title: 'From 65', start: '00:01:05', summary: 'Said.', quotes: ['So it was.'] };
    assert.deepEqual(chapters[1]?.after, shown);
  });
});

describe('the ids of new chapters', () => {
  it('reuses each chapter id once, when a new chapter begins near the old one', () => {
    const before = [chapter('a', 0, 60, { search: 'Found.' }), chapter('b', 60.4, 120, { search: 'Lost.' })];
    const fresh = [chapter('', 0, 60.2), chapter('', 60.9, 90), chapter('', 61, 200)].map(({ id: _, ...each }) => each);
    const idsOf = (chapters: Parameters<typeof provenChapters>[0]) =>
      keepIds(provenChapters(chapters as typeof fresh, []), before).map(({ id, search }) => [id, search]);
    assert.deepEqual(idsOf(fresh), [
      ['a', 'Found.'],
      ['b', ''],
      [undefined, ''],
    ]);
    assert.deepEqual(idsOf([chapter('b', 0, 60)]), [['b', '']], 'an edited chapter has its own');
  });
});

describe('fewer and more chapters', () => {
  const duration = 1000;
  const places = { present: [500, 300, 700], further: [100, 110, 900, 985] };
  /** Chapters that begin at 0 and these seconds. */
  const at = (starts: readonly number[], edited?: number): StoredChapter[] =>
    [0, ...starts].map((start, n) =>
      chapter(`c${start}`, start, starts[n] ?? duration, { edited: edited === start ? ['title'] : [] }),
    );

  const wishes: readonly [what: string, chapters: StoredChapter[], wanted: number, starts: number[]][] = [
    ['the place that is needed least goes', at([300, 500, 700]), 3, [300, 500]],
    ['the most needed stays last', at([300, 500, 700]), 2, [500]],
    ['one is left', at([300, 500, 700]), 1, []],
    ['the place that is wanted most comes', at([300, 500, 700]), 5, [100, 300, 500, 700]],
    ['what went comes first', at([300, 500]), 4, [300, 500, 700]],
    ['no chapter is too short', at([300, 500, 700]), 200, [100, 300, 500, 700, 900]],
    ['an edited chapter keeps its range', at([300, 500, 700], 500), 1, [500, 700]],
    ['nothing divides an edited chapter', at([300, 700], 300), 200, [100, 300, 700, 900]],
    ['a start that a person has set stays', at([333, 700]), 1, [333]],
  ];
  for (const [what, chapters, wanted, starts] of wishes)
    it(`${what}, when ${wanted} are wanted of ${chapters.length}`, () =>
      assert.deepEqual(resizedStarts(chapters, places, duration, wanted), starts));
});

describe('a quote with fillers in it', () => {
  const spoken: Cue[] = ['So, um, we put the the dough', 'with the others, you know, and wait.'].map((text, n) => ({
    start: n * 4,
    end: n * 4 + 4,
    text,
  }));
  const said = textOf(spoken, [0, 1]);
  const [clean] = verifiedQuotes([quote(said, [0, 1])], spoken, 0);

  it('loses them where it is shown, and keeps what was said', () => {
    assert.equal(clean?.quote, 'So we put the dough with the others and wait.');
    assert.equal(clean?.spoken, said);
    assert.deepEqual(verifiedQuotes([clean!], spoken, 0), [clean]);
  });

  it('brings back what an omission left out, when that is a filler', () => {
    const omitting = quote('So, … we put the the dough with the others, … and wait.', [0, 1]);
    assert.deepEqual(verifiedQuotes([omitting], spoken, 0), [clean]);
    const other = quote('we put the the dough … and wait.', [0, 1]);
    const [made] = verifiedQuotes([other], spoken, 0);
    assert.deepEqual([made?.quote, made?.spoken], ['we put the dough … and wait.', other.quote]);
  });

  it('shows nothing else than its words, when a file says so', () => {
    assert.deepEqual(verifiedQuotes([{ ...clean!, quote: 'We never wait.' }], spoken, 0), [clean]);
    assert.deepEqual(verifiedQuotes([{ ...clean!, spoken: 'So, um, we never wait.' }], spoken, 0), []);
  });

  it('follows a correction of what was said, fillers included', () => {
    const now = spoken.with(1, { ...spoken[1]!, text: 'with, uh, the others, you know, and go.' });
    const [made] = recutQuotes([clean!], wordsChange(spoken, now, [1]), 0);
    assert.equal(made?.quote, 'So we put the dough with the others and go.');
    assert.equal(made?.spoken, textOf(now, [0, 1]));
    assert.deepEqual(recutQuotes([made!], wordsChange(now, spoken, [1]), 0), [clean]);
    const marked = quote(said, [0, 1]);
    assert.equal(recutQuotes([marked], wordsChange(spoken, now, [1]), 0)[0]?.quote, textOf(now, [0, 1]));
  });
});
