import assert from 'node:assert/strict';
import { it } from 'node:test';
import { textLimits, mostChapters } from '@lectern/contract/rules/longest';
import { lengthOfChapter } from '../../platform/database/stored-outline.ts';
import { type FittedChapter, truncateChapters, truncateCues } from './fitted-texts.ts';
import { archiveFormat, ExportManifest } from './format.ts';

const fill = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

type Changes = Partial<Omit<FittedChapter, 'quotes'>> & { quotes?: object[] };

const chaptersOf = (count: number, changes: Changes): FittedChapter[] =>
  Array.from({ length: count }, (_, n) => ({
    start: n,
    end: n + 1,
    title: `Chapter ${n}`,
    summary: 'A summary.',
    quotes: [],
    search: '',
    edited: [],
    ...(changes as Partial<FittedChapter>),
  }));

/** Fits chapters, and counts their letters, cut texts and chapters left out. */
function fitted(chapters: FittedChapter[]) {
  let [cut, beyond] = [0, 0];
  const kept = truncateChapters(chapters, { onCut: () => (cut += 1), onBeyond: () => (beyond += 1) });
  return { kept, cut, beyond, length: kept.reduce((sum, chapter) => sum + lengthOfChapter(chapter), 0) };
}

it('gives each chapter its share, when an archive has a thousand with answers of 50 MB', () => {
  const { kept, cut, beyond, length } = fitted(chaptersOf(990, { search: 'a'.repeat(49_900) }));
  assert.deepEqual([kept.length, cut, beyond], [mostChapters, mostChapters, 790]);
  assert.ok(length <= textLimits.chapters && length > textLimits.chapters / 4);
  assert.deepEqual([kept.at(-1)!.end, kept[0]!.summary], [990, 'A summary.']);
});

it('cuts answers of searches and nothing else, when what is left has room', () => {
  const quotes = [{ quote: 'q'.repeat(2_000), timecode: '00:00:00' }];
  const chapters = chaptersOf(30, { search: 'a'.repeat(40_000), quotes, summary: 's'.repeat(9_000) });
  const { kept, cut, length } = fitted(chapters);
  assert.equal(cut, 30);
  const others = (all: FittedChapter[]) => all.map((each) => ({ ...each, search: '' }));
  assert.deepEqual(others(kept), others(chapters));
  assert.ok(length > 0.9 * textLimits.chapters);
});

it('leaves out quotes that an engine has cut before those of a person, when texts are still too long', () => {
  const own = { quote: 'own', timecode: '00:00:00', edited: true };
  const cut = fill(20, { quote: 'q'.repeat(2_000), timecode: '00:00:00', cues: [0, 0] });
  const { kept } = fitted(chaptersOf(100, { quotes: [...cut, own] }));
  assert.deepEqual(
    kept.map(({ quotes }) => quotes),
    fill(kept.length, [own]),
  );
});

it('keeps chapters as they are, when they are as many and as long as they may be', () => {
  const texts = lengthOfChapter(chaptersOf(1, {})[0]!) + 2;
  const chapters = chaptersOf(mostChapters, { search: 'a'.repeat(textLimits.chapters / mostChapters - texts) });
  const { kept, cut, beyond } = fitted(chapters);
  assert.deepEqual({ kept, cut, beyond }, { kept: chapters, cut: 0, beyond: 0 });
});

it('leaves out the lines beyond the longest transcript, and what was heard beyond it', () => {
  const line = { start: 0, end: 1, text: 'a'.repeat(10_000) };
  let cut = 0;
  const fit = (lines: Parameters<typeof truncateCues>[0]) => truncateCues(lines, () => (cut += 1));
  assert.deepEqual([fit(fill(1_000, line)).length, cut], [1_000, 0]);
  assert.deepEqual([fit(fill(1_200, line)).length, cut], [1_000, 200]);
  const heard = { start: 0, end: 1, text: 'a', heardText: line.text };
  const lines = fit(fill(1_001, heard));
  assert.deepEqual([lines.length, lines[999], lines[1_000]], [1_001, heard, { start: 0, end: 1, text: 'a' }]);
});

it('refuses the list of an export, when it names a folder twice', () => {
  const isTaken = (...videos: string[]): boolean =>
    ExportManifest.safeParse({ ...archiveFormat, created_at: '2026-11-27T12:00:00Z', videos, files: [] }).success;
  assert.deepEqual([isTaken('videos/a', 'videos/b'), isTaken('videos/a', 'videos/a')], [true, false]);
});
