import assert from 'node:assert/strict';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { ModelRequest } from './model-server.ts';

/** Numbers of the lines that were sent, in their order. */
export const readLineNumbers = ({ prompt }: ModelRequest): number[] =>
  [...prompt.matchAll(/^\[(\d+)\] /gm)].map(([, number]) => Number(number));

export const chapter = (line: number, title: string, quotes: unknown[] = []) => ({
  line,
  title,
  summary: `This is what the model says of ${title}. It says a second sentence too.`,
  quotes,
});

export const whole = {
  title: 'A Model’s Title of the Webinar',
  description: 'A description the model has written.',
  summary: 'The model says what was said. It does so in two sentences.',
};

/** Answer of a good model: three chapters with a quote each. */
export function good(asked: ModelRequest) {
  const lines = readLineNumbers(asked);
  const at = (share: number): number => lines[Math.floor(lines.length * share)]!;
  const quote = (line: number) => ({ first: line + 1, last: line + 1 });
  return {
    ...whole,
    chapters: [0, 1 / 3, 2 / 3].map((share, n) =>
      chapter(at(share), `Subject ${n + 1} of the Model`, [quote(at(share))]),
    ),
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
