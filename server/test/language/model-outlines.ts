import assert from 'node:assert/strict';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { ModelRequest } from './model-server.ts';

/** Numbers of the lines that were sent, in their order. */
export const readLineNumbers = ({ prompt }: ModelRequest): number[] =>
  [...prompt.matchAll(/^\[(\d+)\] /gm)].map(([, number]) => Number(number));

export const chapter = (line: number, title: string, summary: string, quotes: unknown[] = []) => ({
  line,
  title,
  summary,
  quotes,
});

/** Texts of the whole that are true of the sample webinar. */
export const whole = {
  title: 'A launch begins with the audience',
  description: 'Tom Reyes tells Grace Holt how a small software company launches a product.',
  summary: 'A launch begins with the audience. Pick one narrow segment, and learn the words it uses.',
};

/** The words of a line that was sent, without the speaker and the slide before them. */
const wordsOfLine = ({ prompt }: ModelRequest, line: number): string =>
  new RegExp(`^\\[${line}\\] (?:\\(new slide[^)]*\\) )?(?:[\\w ]+: )?(.*)$`, 'm').exec(prompt)?.[1] ?? '';

/** Titles that `good` gives the sample webinar. */
export const goodTitles = [
  'Hello everyone, and welcome to Lectern',
  'Most messages fail because they list',
  'Be careful with discounts, because a',
];

/** Answer of a good model: three chapters with a quote each, whose texts are words of their first lines. */
export function good(asked: ModelRequest) {
  const lines = readLineNumbers(asked);
  return {
    ...whole,
    chapters: [0, 1 / 3, 2 / 3].map((share) => {
      const line = lines[Math.floor(lines.length * share)]!;
      const words = wordsOfLine(asked, line);
      return chapter(line, words.split(' ').slice(0, 6).join(' '), words, [{ first: line + 1, last: line + 1 }]);
    }),
  };
}

const wordsOf = ({ vtt }: VideoDetail): string =>
  webvttCues(vtt)
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())
    .join(' ');

/** Checks the rules that hold for any answer of a model. */
export function assertSound(video: VideoDetail): void {
  const said = wordsOf(video);
  const { chapters } = video;
  assert.ok(chapters.length >= 1);
  assert.equal(chapters[0]!.start_seconds, 0);
  assert.equal(chapters.at(-1)!.end_seconds, video.duration);
  chapters.forEach(({ start_seconds, end_seconds, title, summary, quote }, n) => {
    if (n > 0) assert.equal(start_seconds, chapters[n - 1]!.end_seconds);
    assert.ok(end_seconds - start_seconds >= 30);
    assert.ok(title !== '' && summary !== '');
    assert.ok(quote.length >= 1 && quote.length <= 3);
    for (const { quote: text, start } of quote) {
      assert.ok(said.includes(text), `not verbatim: ${text}`);
      assert.ok(start! >= start_seconds && start! < end_seconds, `${start} is outside ${start_seconds}`);
    }
  });
}

export const getChaptersProblem = ({ steps }: VideoDetail): string | null =>
  steps.find(({ step }) => step === 'chapters')!.problem;
