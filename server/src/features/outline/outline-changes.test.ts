import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredOutline, StoredChapter } from '../../platform/database/stored-outline.ts';
import { keepIds } from './match-chapter-ids.ts';
import { provenChapters } from './verify-quotes.ts';
import { outlineChanges } from './outline-changes.ts';

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
const outline = (chapters: StoredChapter[], more: Partial<StoredOutline> = {}): StoredOutline => ({
  title: 'Talk',
  title_by_person: false,
  description: 'A talk.',
  description_by_person: false,
  summary: 'They talk.',
  summary_by_person: false,
  outline_engine: null,
  outline_of: null,
  chapters,
  ...more,
});

describe('what has changed between two outlines', () => {
  it('reports no outline changes, when only ids, search texts and edit marks differ', () => {
    const chapters = [chapter('a', 0, 60), chapter('b', 60, 120)];
    assert.deepEqual(outlineChanges(outline(chapters), outline(chapters)), { texts: [], chapters: [] });
    const others = chapters.map((each) => ({ ...each, id: `${each.id}2`, search: 'x', edited: ['title' as const] }));
    assert.deepEqual(outlineChanges(outline(chapters), outline(others)), { texts: [], chapters: [] });
  });

  it('lists changed texts, added and removed chapters, and changed fields of matching chapters', () => {
    const before = outline([
      chapter('a', 0, 60),
      chapter('b', 60, 120),
      chapter('c', 120, 300),
      chapter('d', 300, 310),
    ]);
    const after = outline(
      [
        chapter('e', 0, 65, { title: 'Hello' }),
        chapter('f', 65, 120),
        chapter('g', 120, 160, { title: 'New' }),
        chapter('c', 160, 310, { quotes: [], summary: 'Other.', title: 'From 120' }),
      ],
      { title: 'A better talk' },
    );
    const { texts, chapters } = outlineChanges(before, after);
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
    assert.deepEqual(chapters[1]?.after, {
      title: 'From 65',
      start: '00:01:05',
      summary: 'Said.',
      quotes: ['So it was.'],
    });
  });
});

describe('the ids of new chapters', () => {
  it('reuses each chapter id once, when a new chapter begins near the old one', () => {
    const before = [chapter('a', 0, 60, { search: 'Found.' }), chapter('b', 60.4, 120, { search: 'Lost.' })];
    const fresh = [
      { ...chapter('', 0, 60.2), id: undefined },
      { ...chapter('', 60.9, 90), id: undefined },
      { ...chapter('', 61, 200), id: undefined },
    ].map(({ id: _, ...each }) => each);
    const kept = keepIds(provenChapters(fresh, []), before);
    assert.deepEqual(
      kept.map(({ id, search }) => [id, search]),
      [
        ['a', 'Found.'],
        ['b', ''],
        [undefined, ''],
      ],
    );
    assert.deepEqual(
      keepIds(provenChapters([chapter('b', 0, 60)], []), before)[0]?.id,
      'b',
      'an edited chapter has its own',
    );
  });
});
