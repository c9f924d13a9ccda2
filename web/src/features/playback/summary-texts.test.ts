import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newsletterText, postText } from './summary-texts.ts';

const link = 'https://lectern.example/s/abc';
const chapter = (title: string, summary: string, start_seconds: number, end_seconds: number) => ({
  title,
  summary,
  start_seconds,
  end_seconds,
});
const video = {
  title: 'Oracles for everyone',
  duration: 400,
  summary: 'Oracles answer (0:42). They cost little. Nobody asks twice (6:10).',
  chapters: [
    chapter('Welcome', 'Ann says hello.', 0, 10),
    chapter('Prices', 'Prices fell by half. They rise again.', 10, 100),
    chapter('Delphi', '', 100, 180),
    chapter('Questions?', 'Bob asks about 3.5 percent. Ann knows.', 180, 400),
  ],
};

test('a title, the longest three chapters in their order and the link, when it is for a newsletter', () => {
  assert.equal(
    newsletterText(video, link),
    `Oracles for everyone

• Prices: Prices fell by half.
• Delphi
• Questions? Bob asks about 3.5 percent.

Watch the recording: ${link}`,
  );
});

test('sentences of the summary, when there are fewer chapters than points', () => {
  const { chapters, ...rest } = video;
  assert.match(
    newsletterText({ ...rest, chapters: chapters.slice(0, 2) }, link),
    /\n\n• Oracles answer\.\n• They cost little\.\n• Nobody asks twice\.\n\n/,
  );
});

test('text for a post begins with the subject of the recording and ends with the link', () => {
  const text = postText(video, link);
  assert.match(text, /^Oracles answer\. They cost little\.\n\n→ Prices: Prices fell by half\.\n/);
  assert.ok(text.endsWith(`▶ Oracles for everyone\n${link}`));
});

test('the whole link, when the rest is longer than a post may be', () => {
  const text = postText({ ...video, summary: 'word '.repeat(2_000) }, link);
  assert.ok(text.length <= 3_000, `${text.length}`);
  assert.ok(text.endsWith(link));
});

test('no sentence twice and no time that leads nowhere, when a post is about a recording of few chapters', () => {
  const { chapters, ...rest } = video;
  assert.equal(
    postText({ ...rest, chapters: chapters.slice(0, 2) }, link),
    `Oracles answer. They cost little.\n\n→ Nobody asks twice.\n\n▶ Oracles for everyone\n${link}`,
  );
});
