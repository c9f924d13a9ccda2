import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cue } from '../transcript.ts';
import { regenerateChapter, outline } from '../outline.ts';

const cuesOf = (sentences: readonly string[]): Cue[] =>
  sentences.map((text, i) => ({ start: i * 5, end: i * 5 + 5, text }));

const BODY = [
  'The pump moves warm air from the greenhouse into the cellar at night.',
  'In winter the growers open the vents for an hour and close them before the frost.',
  'Seedlings under glass need water twice a day, and old glass loses heat through every crack.',
];

const titleAfter = (opening: string, ...more: string[]): string => {
  const cues = cuesOf([opening, ...more, ...BODY, ...BODY]);
  return regenerateChapter(cues, { start: 0, end: cues.length * 5 }).title;
};

test('uses the full announced subject as the title, when the beginning announces one', () => {
  assert.equal(
    titleAfter('All right, the next point is about replacing cracked glass panes.', 'Glass panes crack in the frost.'),
    'Replacing cracked glass panes',
  );
  assert.equal(
    titleAfter('We have some questions now on unheated cellars from Dafydd.', 'Unheated cellars keep seedlings alive.'),
    'Unheated cellars',
  );
  assert.equal(
    titleAfter('Maybe you can describe what a heat pump is.', 'A heat pump moves heat.'),
    'What is a heat pump?',
  );
  assert.equal(
    titleAfter('Then we come to Greenhouse Controller #4168, which closes vents.', 'Vents were left open.'),
    'Greenhouse Controller #4168',
  );
});

test('ignores an announced subject, when it is never mentioned again', () => {
  assert.doesNotMatch(titleAfter('Let us talk about parking permits another time.'), /parking/i);
});

test('rejects speakers, stammered words and quantities as titles', () => {
  const title = titleAfter(
    'Cardiff University sent us its view.',
    'Cardiff University is glad of a ton of seedlings.',
    'The see seedlings came from Cardiff University, a ton of seedlings.',
  );
  assert.doesNotMatch(title, /Cardiff|ton of|see seed/i);
});

const SUBJECTS = [
  'Let us start with roof vents. Roof vents close before the frost damages the seedlings. A roof vent needs a motor and a small sensor.',
  'The next topic is drip irrigation. Drip irrigation saves half of the water in a dry summer. Drip irrigation needs clean filters and steady pressure.',
  'Finally we look at crop rotation. Crop rotation keeps the soil healthy for many years. Crop rotation starves the pests that live in the ground.',
];
const lecture = cuesOf([
  'Welcome everybody, today we are going to talk about greenhouse farming in cold countries.',
  ...SUBJECTS.flatMap((subject) => {
    const [opening, ...rest] = subject.split(/(?<=\.) /);
    return [
      opening!,
      ...Array.from({ length: 24 }, () => [...rest, 'Greenhouse farming pays in cold countries.']).flat(),
    ];
  }),
]);
const made = outline(lecture, { duration: lecture.length * 5 });

test('a whole recording is called what it says that it is about', () => {
  assert.equal(made.title, 'Greenhouse farming in cold countries');
});

test('the summary goes through the chapters in their order and does not repeat the description', () => {
  assert.match(made.summary, /roof vent.* drip irrigation.* crop rotation/i);
  assert.match(made.description, /greenhouse farming in cold countries/);
  const said = new Set(made.description.split(/(?<=\.) /));
  assert.deepEqual(
    made.summary.split(/(?<=\.) /).filter((sentence) => said.has(sentence)),
    [],
  );
});
