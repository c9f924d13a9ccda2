import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline, titlesOfSlides } from '../outline.ts';
import { findSlideTitleChanges } from '../slide-changes.ts';

const subjects = [
  ['Glaciers move by sliding over their beds.', 'The ice of glaciers also deforms when it moves down the valley.'],
  ['We measure the speed with sensors.', 'Sensors on every kilometre measure how the speed changes in summer.'],
  ['Villages below the ice need warning.', 'A warning system tells villages when a flood is near.'],
];
/** A minute and a half of each subject. */
const cues = subjects.flatMap((sentences, n) =>
  Array.from({ length: 18 }, (_, i) => ({ start: n * 90 + i * 5, end: n * 90 + i * 5 + 5, text: sentences[i % 2]! })),
);
const chapters = subjects.map((_, n) => ({ start: n * 90, end: n * 90 + 90, title: `Engine ${n}` }));
const shown = (...titles: string[]) => titles.map((title, n) => ({ start: n * 90, end: n * 90 + 90, title }));

test('a slide names its chapter, in the case of a sentence', () => {
  assert.deepEqual(
    titlesOfSlides(cues, chapters, shown('How Glaciers Move', 'MEASURING THE SPEED', 'A warning for villages:')),
    ['How glaciers move', 'Measuring the speed', 'A warning for villages'],
  );
});

test('ignores slide titles that are unspoken, generic or misread', () => {
  const titles = ['Quarterly revenue forecast', 'Agenda', 'W@rn1ng 5y5t3m | = 4'];
  assert.deepEqual(titlesOfSlides(cues, chapters, shown(...titles)), [undefined, undefined, undefined]);
  const header = Array.from({ length: 6 }, (_, n) => ({ start: n * 45, end: n * 45 + 45, title: 'Ice of glaciers' }));
  assert.deepEqual(titlesOfSlides(cues, chapters, header), [undefined, undefined, undefined]);
});

test('a title is given once, a greeting stays one, and a slide of a moment in between names no chapter', () => {
  const twice = shown('How glaciers move', 'How glaciers move', 'Warning villages');
  assert.deepEqual(titlesOfSlides(cues, chapters, twice), ['How glaciers move', undefined, 'Warning villages']);
  const greeting = chapters.map((chapter, n) => (n === 0 ? { ...chapter, title: 'Introduction' } : chapter));
  assert.equal(titlesOfSlides(cues, greeting, shown('How glaciers move'))[0], undefined);
  const moment = [{ start: 150, end: 160, title: 'Measuring the speed' }];
  assert.deepEqual(titlesOfSlides(cues, chapters, moment), [undefined, undefined, undefined]);
});

test('an outline made with slides has their titles', () => {
  const slides = shown('How glaciers move', 'Sensors for the speed', 'A warning system');
  const made = outline(cues, { duration: 270, slides: [90, 180], shown: slides });
  const titles = new Set(slides.map(({ title }) => title));
  assert.ok(made.chapters.length > 1);
  assert.ok(
    made.chapters.some(({ title }) => titles.has(title)),
    made.chapters.map(({ title }) => title).join(', '),
  );
});

test('a boundary is where the title changes, not where a line comes or a camera is shown', () => {
  const lines = [
    { start: 0, end: 10, title: 'One' },
    { start: 10, end: 20, title: 'ONE' },
    { start: 30, end: 50, title: 'one.' },
    { start: 50, end: 70, title: 'Two' },
    { start: 70, end: 80, title: '' },
    { start: 80, end: 90, title: 'Three' },
  ];
  assert.deepEqual(findSlideTitleChanges([10, 20, 30, 50, 70, 80], lines), [0, 50, 80]);
  assert.deepEqual(findSlideTitleChanges([10, 20], lines.slice(0, 3)), [10, 20]);
});
