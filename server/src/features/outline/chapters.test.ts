import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { outline as writeOutline } from '@lectern/chaptering/outline';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { getSamplePath } from '../../../test/sample.ts';
import type { StoredChapter, StoredOutline } from '../../platform/database/stored-outline.ts';
import { chapterCounts, planResize, resizedStarts } from './resize-chapters.ts';
import { keepIds } from './merge-chapter-edits.ts';
import { outlineChanges } from './outline-changes.ts';
import { createChapterRewriter } from './rewrite-chapters.ts';
import { provenChapters } from './verify-quotes.ts';

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

  it('tell how many are possible, where places are known', () => {
    const chapters = at([300, 500, 700]);
    assert.deepEqual(chapterCounts(chapters, places, duration), { fewest: 1, most: 6 });
    assert.equal(chapterCounts(chapters, undefined, duration), null);
    assert.equal(chapterCounts([], places, duration), null);
  });

  it('leave all others as they are, and give back what was there before', () => {
    const before = at([300, 500, 700]);
    assert.deepEqual(planResize(before, [], [100, 300, 500, 700], duration), [
      { written: { start: 0, end: 100 }, id: 'c0' },
      { written: { start: 100, end: 300 } },
      ...before.slice(1).map((kept) => ({ kept })),
    ]);
    const now = at([100, 300, 500, 700]).map((each, n) => ({ ...each, id: `n${n}`, title: 'New' }));
    const back = planResize(now, before, [300, 500, 700], duration);
    assert.deepEqual(back.slice(0, 2), [{ kept: { ...before[0], id: 'n0' } }, { kept: now[2] }]);
  });
});

it('writes the same chapter texts in advance in a thread as on demand', async () => {
  const cues = webvttCues(readFileSync(getSamplePath('webinar.vtt'), 'utf8'));
  const made = { cues, outline: writeOutline(cues, { duration: cues.at(-1)!.end }), quotes: 2 };
  const whole = made.outline.chapters[0]!;
  const spans = [whole, { start: 20, end: 75 }, { start: 33, end: 140 }];
  const { signal } = new AbortController();
  const foreseen = await createChapterRewriter(made, spans, signal);
  const sudden = await createChapterRewriter(made, [], signal);
  for (const span of spans) {
    assert.deepEqual(foreseen(span), sudden(span));
    assert.ok(foreseen(span).title !== '' && foreseen(span).quotes.length > 0);
  }
  assert.deepEqual([foreseen(whole).title, foreseen(whole).summary], [whole.title, whole.summary]);
});
