import assert from 'node:assert/strict';
import { it } from 'node:test';
import { longest, mostChapters } from '@lectern/contract/rules/longest';
import { lengthOfChapter } from '../../platform/database/stored-outline.ts';
import type { FittedChapter } from './fitted-quotes.ts';
import { fittedChapters, fittedLines } from './fitted-texts.ts';

const chaptersOf = (count: number, search: string): FittedChapter[] =>
  Array.from({ length: count }, (_, n) => ({
    start: n,
    end: n + 1,
    title: `Chapter ${n}`,
    summary: 'A summary.',
    quotes: [],
    search,
    edited: [],
  }));

/** What becomes of chapters, and how many texts were cut and chapters left out. */
function fitted(chapters: FittedChapter[]) {
  let [cut, beyond] = [0, 0];
  const kept = fittedChapters(chapters, { onCut: () => (cut += 1), onBeyond: () => (beyond += 1) });
  return { kept, cut, beyond };
}

it('gives each chapter its share, when an archive has a thousand with answers of 50 MB', () => {
  const { kept, cut, beyond } = fitted(chaptersOf(990, 'a'.repeat(49_900)));
  assert.deepEqual([kept.length, cut, beyond], [mostChapters, mostChapters, 790]);
  const length = kept.reduce((sum, chapter) => sum + lengthOfChapter(chapter), 0);
  assert.ok(length <= longest.chapters && length > longest.chapters / 4);
  assert.equal(kept.at(-1)!.end, 990);
  assert.equal(kept[0]!.summary, 'A summary.');
});

it('keeps chapters as they are, when they are as many and as long as they may be', () => {
  const texts = lengthOfChapter(chaptersOf(1, '')[0]!) + 2;
  const chapters = chaptersOf(mostChapters, 'a'.repeat(longest.chapters / mostChapters - texts));
  assert.deepEqual(fitted(chapters), { kept: chapters, cut: 0, beyond: 0 });
});

it('leaves out the lines beyond the longest transcript, and what was heard beyond it', () => {
  const line = { start: 0, end: 1, text: 'a'.repeat(10_000) };
  let cut = 0;
  const onCut = (): void => void (cut += 1);
  assert.equal(
    fittedLines(
      Array.from({ length: 1_000 }, () => line),
      onCut,
    ).length,
    1_000,
  );
  assert.equal(cut, 0);
  assert.equal(
    fittedLines(
      Array.from({ length: 1_200 }, () => line),
      onCut,
    ).length,
    1_000,
  );
  assert.equal(cut, 200);
  const heard = { start: 0, end: 1, text: 'a', heardText: line.text };
  const lines = fittedLines(
    Array.from({ length: 1_001 }, () => heard),
    onCut,
  );
  assert.deepEqual([lines.length, lines[999], lines[1_000]], [1_001, heard, { start: 0, end: 1, text: 'a' }]);
});
