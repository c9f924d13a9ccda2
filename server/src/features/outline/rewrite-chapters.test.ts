import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { outline } from '@lectern/chaptering/outline';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { createChapterRewriter } from './rewrite-chapters.ts';

const sample = join(import.meta.dirname, '../../../../sample/webinar.vtt');

test('writes the same chapter texts in advance in a thread as on demand', async () => {
  const cues = webvttCues(readFileSync(sample, 'utf8'));
  const made = { cues, outline: outline(cues, { duration: cues.at(-1)!.end }), quotes: 2 };
  const whole = made.outline.chapters[0]!;
  const spans = [whole, { start: 20, end: 75 }, { start: 33, end: 140 }];
  const { signal } = new AbortController();
  const [foreseen, sudden] = [
    await createChapterRewriter(made, spans, signal),
    await createChapterRewriter(made, [], signal),
  ];
  for (const span of spans) {
    assert.deepEqual(foreseen(span), sudden(span));
    assert.ok(foreseen(span).title !== '' && foreseen(span).quotes.length > 0);
  }
  assert.deepEqual([foreseen(whole).title, foreseen(whole).summary], [whole.title, whole.summary]);
});
