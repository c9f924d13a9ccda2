import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newsletterText, postText } from './summary-texts.ts';

const chapter = (n: number, summary: string) => ({
  title: `Part ${n}`,
  summary,
  start_seconds: n * 60,
  end_seconds: n * 60 + 60,
});

test('closes each quotation mark it opens, when summaries are sentences of the transcript', () => {
  const video = {
    title: 'Roofs',
    duration: 180,
    summary: '“Roofs are high. … Tiles are heavy. Gutters leak.”',
    chapters: [chapter(0, '“Roofs are high. … Tiles are heavy.”'), chapter(1, 'Tiles.'), chapter(2, '')],
  };
  assert.match(
    newsletterText(video, 'https://lectern.test'),
    /• Part 0: “Roofs are high\.”\n• Part 1: Tiles\.\n• Part 2\n/,
  );
  assert.match(postText(video, 'https://lectern.test'), /^“Roofs are high\.” “Tiles are heavy\.”\n/);
});
