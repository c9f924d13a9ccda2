import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countChanges } from './count-changes.ts';

const chapter = { title: 'A', start: '00:00:00', summary: '', quotes: [] };

test('changes are told in one line', () => {
  const added = { before: null, after: chapter, fields: [] };
  const removed = { before: chapter, after: null, fields: [] };
  const changed = { before: chapter, after: chapter, fields: ['title' as const] };
  const title = { field: 'title' as const, before: 'A', after: 'B' };
  assert.equal(countChanges({ texts: [], chapters: [] }), 'Nothing: every text is the same as before.');
  assert.equal(
    countChanges({ texts: [title, { ...title, field: 'summary' }], chapters: [] }),
    'Of the video: title, summary.',
  );
  assert.equal(countChanges({ texts: [], chapters: [added, changed, added] }), 'Chapters: 2 added, 1 changed.');
  assert.equal(countChanges({ texts: [title], chapters: [removed] }), 'Chapters: 1 removed. Of the video: title.');
});
