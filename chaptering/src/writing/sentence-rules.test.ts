import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { findMeetingDecisions } from './find-decisions.ts';
import { findInstructionSteps } from './describe-by-points.ts';
import { taggedWords } from './grammar.ts';
import { isIncompleteSentence } from './clauses.ts';
import { formatList } from './phrasing.ts';
import { type QuoteGateInput, type QuoteRefusal, refusals } from './quote-gate.ts';
import { isGarbled, isReportable } from './reportable.ts';
import { chooseReportingVerb } from './chapter-summary.ts';
import { shortName } from './people.ts';
import {
  shorterWordings,
  countRunUpCharacters,
  hasSpeechSlips,
  hasTrailingFiller,
  toWrittenSentence,
} from './spoken.ts';
import { buildSpeechProfile } from './speech.ts';

const speechOf = (said: readonly string[]) =>
  buildSpeechProfile(
    readTranscript(
      said.map((text, i) => ({ start: i * 5, end: i * 5 + 5, text })),
      said.length * 5,
    ).sentences,
    'en',
  );

const against = (of: QuoteGateInput): QuoteRefusal[] => [...refusals(of)];

const passage = (text: string, more: Partial<QuoteGateInput> = {}): QuoteGateInput => ({
  text,
  length: text.split(' ').length,
  whole: true,
  punctuated: true,
  english: true,
  tagged: [taggedWords(text)],
  speakers: new Set(['ada']),
  ...more,
});

const REFUSED: Record<QuoteRefusal, readonly string[]> = {
  length: ['Bread needs time.', `Bread needs ${'more and '.repeat(25)}time than anybody thinks.`],
  sound: ['A good oven never forgives a bad dough [laughter] in the morning.'],
  question: ['Should a good baker always start with the flour and the water?'],
  coarse: ['A good oven never forgives the damn dough of a lazy baker.'],
  sponsor: ['Every good baker should sign up for the flour of our sponsor.'],
  housekeeping: [
    'On the next slide you can see why dough always needs time.',
    'Thanks to the bakers who always join the meeting of the guild.',
    'If anyone else has a view of rye, the time is right to be heard.',
  ],
  vocative: [
    'A good oven never forgives a bad dough, Ada.',
    'Mister Speaker, the bakers must always pay more than the millers.',
  ],
  repair: [
    'The bakers, the bakers must always pay more than the the millers.',
    'Everything is you say about the dough more true than the oven.',
    'The key is to make. our bread better than the rest.',
    'Rye is better than wheat, tastes of the whole field.',
    'In1968 the bakers of the town opened a mill with 200employees.',
  ],
  vague: ['The bakers always need more flour than the millers or something like that.'],
  incomplete: [
    'More expensive than every oven in the town and the mill.',
    'If the dough is older than the oven.',
    'The bakers always need more flour than the millers and the.',
  ],
  leaning: [
    'He always needs more flour than the miller of the town.',
    'This means more bread for every family of the town.',
    'The guild offered them a better price for the flour in the nineties.',
    'The problem is the price of flour, which never falls in autumn.',
    'The third step is a better oven than the bakers can pay.',
  ],
  empty: ['Bakers walk along the river in the evening sun.'],
};

for (const [reason, texts] of Object.entries(REFUSED))
  test(`no quote: ${reason}`, () => {
    for (const text of texts)
      assert.ok(against(passage(text)).includes(reason as QuoteRefusal), `${text} ${against(passage(text)).join()}`);
  });

test('a claim that stands alone is a quote, unless a limit has cut it or it leans on two things', () => {
  for (const text of [
    'Slow dough keeps its flavour because yeast needs time to work.',
    'If you rush the dough, you lose half of the flavour.',
    'A sourdough is not a recipe, it is a habit that must be fed.',
    'Typically, you never need more flour than the millers of a town can grind.',
    'A careful baker needs 30 percent less flour than the miller sells.',
  ])
    assert.deepEqual(against(passage(text)), [], text);
  assert.deepEqual(against(passage('Slow dough keeps its flavour because yeast needs time.', { whole: false })), [
    'incomplete',
  ]);
  const leaning = (unintroduced: number) =>
    against(passage('The tweak always needs more flour than the sum can carry.', { unintroduced })).includes('leaning');
  assert.deepEqual([leaning(1), leaning(2)], [false, true]);
});

test('refuses questions, sounds and leaning openings in languages other than English', () => {
  const abroad = (text: string): QuoteRefusal[] => against(passage(text, { english: false, tagged: undefined }));
  assert.deepEqual(abroad('Der Teig braucht Zeit, damit er Geschmack bekommt und hält.'), []);
  assert.deepEqual(abroad('Das braucht mehr Zeit als jeder andere Teig der Stadt.'), ['leaning']);
  assert.deepEqual(abroad('¿Cuánto tiempo necesita la masa para tener un buen sabor?'), ['question']);
});

/** Each rule, sentences that it holds of, and others that only look like them. */
const RULES: Readonly<
  Record<string, [rule: (text: string) => boolean, yes: readonly string[], no: readonly string[]]>
> = {
  'is half said': [
    isIncompleteSentence,
    [
      'To warm the bakers of the town who build their ovens when winter comes.',
      'Without all the trouble that the ovens of the town make.',
      'When the ovens are cold, the bakers receive 500.',
      'You need a miller on board because you cannot realistically provide.',
      'The only one is a small oven in the cellar.',
    ],
    [
      'To bake well, a baker needs more time than flour.',
      'The mill was built in 1874.',
      'Bakers like that oven because it can do what others cannot.',
      'Two hours is enough for a loaf of rye.',
    ],
  ],
  'can be reported': [
    isReportable,
    [
      'The wood oven keeps its heat for two days.',
      'If you rush the dough, you lose half of its flavour.',
      'Bakers can make it easier to heat the oven of the mill.',
    ],
    [
      'They have mentioned two downsides of the oven.',
      'Bakers can find it on the list, if you are interested in the oven.',
      'Another example is the oven of the mill.',
      'Whether the oven is warm, the oven of the mill is warm.',
      'The oven is still warm for the bakers, and the oven is still warm for the guests.',
      'Right now the idea is that the wood oven is warm before the bread comes.',
      'Bakers don’t think that the oven of the mill keeps its heat.',
    ],
  ],
  'is thought aloud': [
    isGarbled,
    [
      'Once if bakers heat the oven, the bread of the town is good.',
      'The oven allows bakers to like point at the bread inside.',
      'The oven by default was looking at the fire for its heat by default.',
    ],
    ['The way to a good loaf is patience.', 'Bakers would like to have a warm oven.'],
  ],
  'has slips of the tongue': [
    hasSpeechSlips,
    ['We, um, bake the bread', 'We bake the the bread', 'The voi voice of the oven', 'The b bread rises'],
    ['On the one hand the oven, a warm one'],
  ],
  'ends with a filler': [
    hasTrailingFiller,
    ['We bake at night, you know.', 'And then the oven...'],
    ['We bake at night.'],
  ],
};

for (const [what, [rule, yes, no]] of Object.entries(RULES))
  test(`a sentence that ${what} is told from others`, () => {
    for (const text of yes) assert.ok(rule(text), text);
    for (const text of no) assert.ok(!rule(text), text);
  });

test('a summary sentence loses its run-up, hesitations and stutters, unless they carry meaning', () => {
  assert.equal(toWrittenSentence('So, um, the the kiln needs, you know, a slow night'), 'The kiln needs a slow night.');
  assert.equal(toWrittenSentence('yeah'), '');
  for (const text of ['Now is the time to plant.', 'So many seeds fail.', 'Like every oven, this one leaks.'])
    assert.equal(countRunUpCharacters(text), 0, text);
});

test('a sentence is told without passing remarks, and in pieces that hang on nothing', () => {
  for (const [sentence, shorter] of [
    ['So, basically, the oven is, of course, the heart of the bakery.', 'The oven is the heart of the bakery.'],
    [
      'The oven keeps its heat for. two days after the fire is out.',
      'The oven keeps its heat for two days after the fire is out.',
    ],
  ] as const)
    assert.equal(shorterWordings(sentence)[0], shorter);
  assert.match(shorterWordings('It is not just the oven that is warm.')[0]!, /not just/);
  for (const [sentence, piece] of [
    [
      'If the oven is cold in the morning, the whole bakery waits, and the bread is late for the market.',
      'The bread is late for the market.',
    ],
    [
      'Some people say the oven is far too hot for rye, and the crust is burnt before the crumb is done.',
      'The crust is burnt before the crumb is done.',
    ],
  ] as const)
    assert.ok(!shorterWordings(sentence).includes(piece), sentence);
  const asked = 'Can the baker confirm that the oven is warm in the morning, or was the flour cold in the evening?';
  assert.deepEqual(shorterWordings(asked), [asked]);
});

test('decisions of a meeting are told without hesitations, and doubts and questions are none', () => {
  const around = ['Mm oven door, oven, flour.', 'Uh door, oven, glass, flour.'];
  const decided = (said: string): string[] =>
    findMeetingDecisions(speechOf([...around, said, ...around, ...around])).map(({ text }) => text);
  for (const [said, ...told] of [
    ['So um we we decided to use a a heavy door for the uh oven.', 'We decided to use a heavy door for the oven.'],
    ['I think we should put the flour beside the oven, you know.', 'We should put the flour beside the oven.'],
    ["I don't think we should put the flour beside the oven."],
    ['We could put the flour beside the oven, unless the door is open.'],
    ['Should we put the flour beside the oven?'],
    ['We decided that the door of the oven.'],
    ['We should put that beside the oven and the flour.'],
  ] as const)
    assert.deepEqual(decided(said), told, said);
});

test('steps that are shown are listed once, and what points at the screen is none', () => {
  const around = [
    'The debugger stops the program at a breakpoint.',
    'A breakpoint of the debugger has a condition.',
    'The condition of a breakpoint is a script of the debugger.',
    'The script stops the program when the condition holds.',
  ];
  const steps = (...said: string[]) => findInstructionSteps(speechOf([...around, ...said])).map(({ text }) => text);
  const first = "So I'm going to create a simple script, and then we'll see.";
  const second = [
    "Now let's set a breakpoint from the source window.",
    'You can set a breakpoint from the command line.',
  ];
  assert.deepEqual(steps(first, ...second), ['create a simple script', 'set a breakpoint from the source window']);
  assert.deepEqual(steps("Let's set this breakpoint here.", 'You can run it again.', 'We can check.'), []);
  assert.deepEqual(steps(...Array.from({ length: 9 }, () => around).flat(), second[0]!), []);
});

test('claims are reported by the verb that fits them', () => {
  for (const [claim, verb] of [
    ['Bakers should feed the starter every day.', 'argues'],
    ['If the oven is cold, you lose half of the bread.', 'warns'],
    ['Yeast is a fungus.', 'explains'],
    ['The dough should have been warm.', 'says'],
  ] as const)
    assert.equal(chooseReportingVerb(claim), verb, claim);
});

test('lists and names that are told again read as people write them', () => {
  for (const [parts, list] of [
    [['flour'], 'flour'],
    [['flour', 'water', 'salt'], 'flour, water and salt'],
    [['salt and pepper', 'flour'], 'salt and pepper, and flour'],
  ] as const)
    assert.equal(formatList(parts, { code: 'en', and: 'and' }), list);
  for (const [name, other, short] of [
    ['Anna Miller', 'Tom Cook', 'Miller'],
    ['Jan van Dam', 'Tom Cook', 'van Dam'],
    ['Rita Stone AM', 'Tom Cook', 'Stone'],
    ['Speaker 2', 'Tom Cook', 'Speaker 2'],
    ['Anna Miller', 'Paul Miller', 'Anna Miller'],
  ] as const)
    assert.equal(shortName(name, [name, other]), short);
});
