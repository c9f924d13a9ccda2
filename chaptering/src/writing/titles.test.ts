import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regenerateChapter, outline } from '../outline.ts';
import { readTranscript, type Sentence } from '../transcript.ts';
import { chaptersAt, createOutlineContext } from '../outline-context.ts';
import { detectChapterPosition } from './chapter-position.ts';

const cuesOf = (sentences: readonly string[], times: number) =>
  Array.from({ length: times * sentences.length }, (_, i) => ({
    start: i * 5,
    end: i * 5 + 5,
    text: sentences[i % sentences.length]!,
  }));

const titleOf = (...sentences: string[]): string => {
  const cues = cuesOf(sentences, 4);
  return regenerateChapter(cues, { start: 0, end: cues.length * 5 }).title;
};

test('makes a title from one spoken phrase in sentence case, keeping names and acronyms', () => {
  const title = titleOf(
    'Today I explain signature aggregation for Schnorr keys.',
    'Signature aggregation for Schnorr keys saves space in every block.',
    'With signature aggregation a block holds more payments.',
  );
  assert.match(title, /^Signature aggregation( for Schnorr keys)?$/);
  assert.match(
    titleOf('A large LLM server needs memory.', 'The LLM server answers questions.'),
    /^(?:Large )?LLM server$/,
  );
});

test('a title does not end in an adjective or a verb, nor begin in the middle of a phrase', () => {
  const title = titleOf(
    'The wallet is compatible with older hardware devices.',
    'The account ID equals the public wallet address.',
    'Every wallet address is compatible with older hardware devices.',
  );
  assert.match(title, /(?:devices|address|wallet)$/i);
  assert.doesNotMatch(title, /compatible|equals/i);
});

test('an abbreviation at the end of a title keeps its last stop', () => {
  const title = titleOf(
    'Trade with the U.S. grows.',
    'Canada has trade with the U.S. in cars.',
    'Trade with the U.S. matters.',
  );
  assert.match(title, /U\.S\.$/);
});

test('no two chapters of a recording have the same title', () => {
  const cues = cuesOf(['The kiln burns clay at night.', 'Clay from the river burns well in the kiln.'], 300);
  const titles = outline(cues, { duration: cues.length * 5 }).chapters.map(({ title }) => title);
  assert.equal(new Set(titles).size, titles.length);
});

test('an acronym at the beginning of a text keeps its capitals', () => {
  const cues = cuesOf(['llm servers need memory and power.', 'Every engineer wants more llm servers.'], 8);
  const { title, summary } = regenerateChapter(cues, { start: 0, end: 80 });
  assert.doesNotMatch(`${title} ${summary}`, /Llm/);
});

test('names a short first chapter an introduction, unless the recording is short', () => {
  const said = (minutes: number, text: string): readonly Sentence[] =>
    readTranscript(
      Array.from({ length: minutes }, (_, n) => ({ start: n * 60, end: n * 60 + 60, text })),
      minutes * 60,
    ).sentences;
  const brief = said(2, 'The kiln burns clay at night.');
  assert.equal(detectChapterPosition(brief, 0, 5, 3600), 'greeting');
  assert.equal(detectChapterPosition(brief, 0, 5, 900), 'first');
  assert.equal(detectChapterPosition(brief, 0, 0, 3600), 'only');
  assert.equal(detectChapterPosition(brief, 1, 5, 3600), 'inner');
  assert.equal(detectChapterPosition(said(4, 'Welcome to the studio.'), 0, 5, 3600), 'greeting');
  assert.equal(detectChapterPosition(said(4, 'The kiln burns clay.'), 0, 5, 3600), 'first');
  assert.equal(detectChapterPosition(said(6, 'Welcome to the studio.'), 0, 5, 7200), 'greeting');
  assert.equal(detectChapterPosition(said(6, 'Welcome to the studio.'), 0, 5, 3000), 'first');
});

test('recognizes audience questions in the second half and a closing last chapter', () => {
  const opening = (first: string, start: number, minutes: number): readonly Sentence[] =>
    [first, ...Array.from({ length: minutes - 1 }, () => 'The kiln burns clay at night.')].map((text, n) => ({
      ...readTranscript([{ start: 0, end: 60, text }], 60).sentences[0]!,
      start: start + n * 60,
      end: start + n * 60 + 60,
    }));
  const asked = 'Now we have time for questions from the audience.';
  assert.equal(detectChapterPosition(opening(asked, 3000, 8), 4, 5, 3600), 'questions');
  assert.equal(detectChapterPosition(opening(asked, 600, 8), 1, 5, 3600), 'inner');
  assert.equal(detectChapterPosition(opening('Any final thoughts before you go?', 3000, 5), 5, 5, 3600), 'farewell');
  assert.equal(detectChapterPosition(opening('Any final thoughts before you go?', 3000, 5), 4, 5, 3600), 'inner');
  assert.equal(detectChapterPosition(opening('The kiln cools.', 3000, 5), 5, 5, 3600), 'last');

  const cues = [
    ...cuesOf(['The kiln burns clay at night.', 'Every kiln needs dry wood.'], 60),
    ...cuesOf(['Thank you for your questions, who burns clay?', 'A glaze of ash melts on the clay.'], 1),
    ...cuesOf(['The glaze melts slowly.', 'Does ash make a good glaze?'], 20),
  ].map(({ text }, n) => ({ start: n * 5, end: n * 5 + 5, text }));
  const desk = createOutlineContext(cues, cues.length * 5);
  assert.equal(chaptersAt(desk, [120], {})[1]!.title, 'Questions and answers');
});
