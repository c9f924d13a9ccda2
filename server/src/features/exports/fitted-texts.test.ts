import assert from 'node:assert/strict';
import { it } from 'node:test';
import { textLimits, mostChapters } from '@lectern/contract/rules/longest';
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

/** Fits chapters, and counts cut texts and chapters left out. */
function fitted(chapters: FittedChapter[]) {
  let [cut, beyond] = [0, 0];
  const kept = fittedChapters(chapters, { onCut: () => (cut += 1), onBeyond: () => (beyond += 1) });
  return { kept, cut, beyond };
}

it('gives each chapter its share, when an archive has a thousand with answers of 50 MB', () => {
  const { kept, cut, beyond } = fitted(chaptersOf(990, 'a'.repeat(49_900)));
  assert.deepEqual([kept.length, cut, beyond], [mostChapters, mostChapters, 790]);
  const length = kept.reduce((sum, chapter) => sum + lengthOfChapter(chapter), 0);
  assert.ok(length <= textLimits.chapters && length > textLimits.chapters / 4);
  assert.equal(kept.at(-1)!.end, 990);
  assert.equal(kept[0]!.summary, 'A summary.');
});

it('cuts answers of searches and nothing else, when what is left has room', () => {
  const quotes = [{ quote: 'q'.repeat(2_000), timecode: '00:00:00' }] as FittedChapter['quotes'];
  const chapters = chaptersOf(30, 'a'.repeat(40_000)).map((chapter) => ({
    ...chapter,
    quotes,
    summary: 's'.repeat(9_000),
  }));
  const { kept, cut } = fitted(chapters);
  assert.equal(cut, 30);
  assert.deepEqual(
    kept.map(({ summary, quotes: own }) => [summary.length, own.length]),
    chapters.map(() => [9_000, 1]),
  );
  assert.ok(kept.reduce((sum, chapter) => sum + lengthOfChapter(chapter), 0) > 0.9 * textLimits.chapters);
});

it('leaves out quotes that an engine has cut before those of a person, when texts are still too long', () => {
  const cut = Array.from({ length: 20 }, () => ({ quote: 'q'.repeat(2_000), timecode: '00:00:00', cues: [0, 0] }));
  const quotes = [...cut, { quote: 'own', timecode: '00:00:00', edited: true }] as FittedChapter['quotes'];
  const { kept } = fitted(chaptersOf(100, '').map((chapter) => ({ ...chapter, quotes })));
  assert.deepEqual(
    kept.map(({ quotes: own }) => own.map(({ quote }) => quote)),
    kept.map(() => ['own']),
  );
});

it('keeps chapters as they are, when they are as many and as long as they may be', () => {
  const texts = lengthOfChapter(chaptersOf(1, '')[0]!) + 2;
  const chapters = chaptersOf(mostChapters, 'a'.repeat(textLimits.chapters / mostChapters - texts));
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
