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

const BODY = [
  'The pump moves warm air from the greenhouse into the cellar at night.',
  'In winter the growers open the vents for an hour and close them before the frost.',
  'Seedlings under glass need water twice a day, and old glass loses heat through every crack.',
];

const titleAfter = (opening: string, ...more: string[]): string => {
  const cues = cuesOf([opening, ...more, ...BODY, ...BODY], 1);
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
const lecture = cuesOf(
  [
    'Welcome everybody, today we are going to talk about greenhouse farming in cold countries.',
    ...SUBJECTS.flatMap((subject) => {
      const [opening, ...rest] = subject.split(/(?<=\.) /);
      return [
        opening!,
        ...Array.from({ length: 24 }, () => [...rest, 'Greenhouse farming pays in cold countries.']).flat(),
      ];
    }),
  ],
  1,
);
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

/** A recording about greenhouses; the chapter asked for begins after some minutes of it. */
const BEFORE = [
  'Our greenhouse stands behind the old school, and the greenhouse is never locked.',
  'Every greenhouse in the valley was built by the same two brothers.',
  'A greenhouse roof is made of glass, and a greenhouse door of wood.',
];

function titleAmong(chapter: readonly string[]): string {
  const before = Array.from({ length: 45 }, (_, i) => BEFORE[i % BEFORE.length]!);
  const cues = [...before, ...chapter, ...before].map((text, i) => ({ start: i * 5, end: i * 5 + 5, text }));
  return regenerateChapter(cues, { start: before.length * 5, end: (before.length + chapter.length) * 5 }).title;
}

test('prefers the recurring opening subject over a detail said once as the title', () => {
  const title = titleAmong([
    'Drip irrigation is the hardest thing to get right in a greenhouse.',
    'With drip irrigation the water reaches every root, and little is lost.',
    'A filter keeps the sand out of the pipes.',
    'Last summer the fire brigade museum lent us a copper hose reel for a week.',
    'The pressure has to be the same at both ends of a row.',
    'Drip irrigation pays for itself within two years in a greenhouse.',
    'The pipes are laid before the seedlings are planted.',
    'That is what drip irrigation asks of a grower.',
  ]);
  assert.match(title, /^Drip irrigation/);
});

test('avoids words said throughout the recording as chapter titles', () => {
  const title = titleAmong([
    'In a greenhouse aphids arrive in April.',
    'A greenhouse without ladybirds has aphids on every leaf of every plant.',
    'A greenhouse grower lets ladybirds eat the aphids, and aphids do not come back.',
    'The greenhouse is checked for aphids each morning.',
  ]);
  assert.doesNotMatch(title, /^Greenhouse$/i);
  assert.match(title, /aphid|ladybird/i);
});

test('prefers the more specific phrase over a bare common word as the title', () => {
  const title = titleAmong([
    'Crop rotation keeps the soil healthy, and rotation is cheap.',
    'Growers plan crop rotation in winter, when there is time for it.',
    'Without crop rotation the same pests come back.',
    'A rotation takes four years, and crop rotation needs a notebook.',
  ]);
  assert.match(title, /crop rotation/i);
});

test('an organisation is who speaks, not what a chapter is about', () => {
  const title = titleAmong([
    'The Horticulture Committee in Cardiff wrote to us about frost damage.',
    'Frost damage costs the growers more than any pest.',
    'The Horticulture Committee in Cardiff counts frost damage each spring.',
    'Frost damage is worst near the door, and fleece against frost damage is cheap.',
  ]);
  assert.match(title, /frost damage/i);
});

test('treats a person in a role as the speaker, not as the subject', () => {
  const title = titleAmong([
    'Trellises, that is a craft of its own, as a former Wisley glasshouse inspector taught us.',
    'The former Wisley glasshouse inspector ties each vine to a trellis of hazel.',
    'Hazel trellises last for six years, and then they rot.',
    'A former Wisley glasshouse inspector never uses wire for trellises.',
  ]);
  assert.match(title, /trellis/i);
});

test('takes a fronted or asked-for name as the subject', () => {
  const title = titleAmong([
    'Cold frames, a neighbour of ours wrote a whole book about those.',
    'The neighbour keeps bees, and bees like a warm wall.',
    'So what is a cold frame for, when there are bees and a warm wall?',
    'Old windows on bricks make a bed warm enough for lettuce in March.',
    'Lettuce from old windows is sold by Easter.',
  ]);
  assert.match(title, /^(?:What is a )?cold frame/i);
});
