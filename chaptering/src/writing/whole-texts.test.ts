import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from '../outline.ts';

/** Four subjects of one talk; the last sentence of each leans on the one before. */
const CHAPTERS: readonly (readonly string[])[] = [
  [
    'Welcome to our podcast about the town bakery.',
    'A wood oven keeps its heat for two days after the fire is out.',
    'The wood oven of the bakery was built by the grandfather of the baker.',
    'It needs a new floor every year.',
  ],
  [
    'Rye flour soaks up more water than wheat flour does.',
    'Bakers who buy rye flour in autumn pay less than bakers who wait for spring.',
    'Rye flour loses its taste because the mill grinds it too hot.',
    'That was never measured before.',
  ],
  [
    'The sourdough starter feeds on flour and water twice a day.',
    'A sourdough starter is a culture of wild yeast and bacteria.',
    'If the sourdough starter smells of acetone, the baker feeds it too seldom.',
    'They told him so.',
  ],
  [
    'The market stall sells half of the bread before nine in the morning.',
    'A market stall depends on the weather more than on the bread.',
    'Rain keeps the customers of the market stall at home.',
    'We should ask somebody, I guess.',
  ],
];

const cuesOf = (chapters: readonly (readonly string[])[], speaker: (n: number) => string | undefined) =>
  chapters
    .flatMap((sentences) => Array.from({ length: 60 }, (_, i) => sentences[i % sentences.length]!))
    .map((text, n) => {
      const by = speaker(n);
      return { start: n * 5, end: n * 5 + 5, text, ...(by ? { speaker: by } : {}) };
    });

const texts = (speaker: (n: number) => string | undefined) => {
  const cues = cuesOf(CHAPTERS, speaker);
  return outline(cues, { duration: cues.length * 5 });
};

const sentencesIn = (text: string): string[] => text.split(/(?<=[.!?]”?) (?=\p{Lu})/u);

test('a description says in what form who speaks of what, and what one takes along', () => {
  const { description } = texts((n) => (n % 3 ? 'Anna Miller' : 'Paul Baker'));
  assert.match(description, /^In this 20-minute podcast, Anna Miller and Paul Baker discuss /);
  assert.match(description, / One takeaway: [A-Z][^.]+\.$/);
});

test('states the length in seconds, when a recording lasts less than a minute', () => {
  const cues = cuesOf(CHAPTERS, () => 'Anna Miller');
  for (const [duration, length] of [
    [12, '12 seconds'],
    [49, '49 seconds'],
    [50, '1 minute'],
    [100, '2 minutes'],
  ] as const) {
    const scale = duration / cues.at(-1)!.end;
    const scaled = cues.map((cue) => ({ ...cue, start: cue.start * scale, end: cue.end * scale }));
    const { description } = outline(scaled, { duration });
    const adjective = length.replace(/s$/, '').replace(' ', '-');
    assert.match(description, new RegExp(`^In (?:${length}|this ${adjective} \\w+), `));
  }
});

test('roles are no names', () => {
  const { description } = texts((n) => (n % 2 ? 'Baker' : 'Market'));
  assert.doesNotMatch(description, /Baker|Market/);
  assert.match(description, /^A 20-minute podcast about /);
});

test('summarizes chapters in order, in standalone sentences without the takeaway', () => {
  const { description, summary } = texts(() => undefined);
  const told = sentencesIn(summary);
  assert.ok(told.length >= 4 && told.length <= 7, summary);
  for (const sentence of told.slice(0, 1)) assert.match(sentence, /^(?:On|In the part on) .*: .* \(\d+:\d\d\)\.$/);
  const [, takeaway] = /One takeaway: (.+)$/.exec(description)!;
  const subjects = [/oven/, /rye/i, /starter/, /stall/].filter((word) => !word.test(takeaway!));
  const places = subjects.map((word) => told.findIndex((sentence) => word.test(sentence)));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    summary,
  );
  assert.ok(places.length > 2 && places.every((place) => place >= 0), summary);
  assert.equal(new Set(told).size, told.length);
  assert.doesNotMatch(summary, /never measured|They told|ask somebody|Welcome/);
  // A dependent sentence may follow the one it leans on.
  const leaning = told.findIndex((sentence) => sentence.includes('needs a new floor'));
  if (leaning >= 0) assert.match(told[leaning - 1] ?? '', /wood oven/);
  assert.ok(!summary.includes(takeaway!), summary);
});

test('a topic is said more than once', () => {
  const passing = ['The harbour crane attempt was a failure of the whole council.', ...CHAPTERS[0]!.slice(1)];
  const cues = cuesOf([CHAPTERS[1]!, CHAPTERS[2]!], () => undefined);
  const made = outline([...cues, ...passing.map((text, n) => ({ start: 600 + n * 5, end: 605 + n * 5, text }))], {
    duration: 620,
  });
  assert.doesNotMatch(made.description + made.summary, /crane attempt/);
});

test('speakers are told by their names, and heard in their own words', () => {
  const cues = cuesOf(CHAPTERS, () => 'Anna Miller');
  const { description, summary } = outline(cues, { duration: cues.length * 5 });
  assert.match(description, /, Anna Miller discusses /);
  assert.match(summary, /Anna Miller (?:explains|says) that /);
  for (const [, words] of `${description} ${summary}`.matchAll(/“([^”]+)”/g))
    assert.ok(
      cues.some(({ text }) => text === words),
      String(words),
    );
});

test('uses the announced programme as the title and the start of the description', () => {
  const said = [
    "Today we're going to talk about the wood oven, the price of rye flour, and our sourdough starter.",
    ...CHAPTERS[0]!,
  ];
  const cues = cuesOf([said, ...CHAPTERS.slice(1)], () => undefined);
  const { title, description } = outline(cues, { duration: cues.length * 5 });
  assert.equal(title, 'Wood oven, price of rye flour and sourdough starter');
  assert.match(description, /about the wood oven, the price of rye flour and the sourdough starter\./);
});

test('questions that were asked stand in the description as they were asked', () => {
  const question = 'How does the wood oven keep its heat for two days?';
  const cues = cuesOf([[...CHAPTERS[0]!, question], ...CHAPTERS.slice(1)], () => undefined);
  const { description } = outline(cues, { duration: cues.length * 5 });
  assert.ok(description.includes(`It asks: “${question}”`), description);
});

test('the first slide names a recording, when its file name says nothing and the slide is spoken of', () => {
  const cues = cuesOf(CHAPTERS, () => undefined);
  const duration = cues.length * 5;
  const titleWith = (title: string, name?: string, start = 0): string =>
    outline(cues, { duration, shown: [{ start, end: start + 60, title }], ...(name === undefined ? {} : { name }) })
      .title;
  assert.equal(titleWith('Baking With a Wood Oven'), 'Baking with a wood oven');
  assert.equal(titleWith('Baking With a Wood Oven', 'The town bakery.mp4'), 'The town bakery');
  const without = texts(() => undefined).title;
  assert.equal(titleWith('Agenda'), without);
  assert.equal(titleWith('Quarterly Pricing Review'), without, 'nobody speaks of it');
  assert.equal(titleWith('Baking With a Wood Oven', undefined, 300), without, 'the recording begins without it');
});

/** A recording about a bakery with this opening; `speaker` says who says a sentence. */
function openedBy(opening: readonly string[], speaker?: (n: number) => string) {
  const bakery = ['Sourdough bread needs rye flour and time.', 'A wood oven keeps its heat for two days.'];
  const said = [...opening, ...Array.from({ length: 60 }, (_, i) => bakery[i % 2]!)];
  const cues = said.map((text, n) => ({
    start: n * 5,
    end: n * 5 + 5,
    text,
    ...(speaker ? { speaker: speaker(n) } : {}),
  }));
  return outline(cues, { duration: cues.length * 5 });
}

test('names the show, the meeting and what is on its agenda, when the opening tells', () => {
  const offices = (n: number): string => ['Project Manager', 'Industrial Designer'][n % 2]!;
  const meeting = [
    'Welcome to our um detailed design meeting.',
    'So we will have um three presentations, one from each of you.',
    "Then we'll look at the uh new product requirements and take a decision on the oven doors.",
  ];
  for (const [opening, speaker, described] of [
    [['Welcome back to the Flour Mill Podcast.'], undefined, /^A 5-minute episode of the Flour Mill Podcast about /],
    [
      ['Welcome to the third meeting of the Bread, Flour and Ovens Committee.'],
      undefined,
      /^A 5-minute meeting of the Bread, Flour and Ovens Committee about /,
    ],
    [meeting, offices, /^A 5-minute detailed design meeting between the project manager and the industrial designer /],
    [
      meeting,
      offices,
      / On the agenda: three presentations, new product requirements and a decision on the oven doors\./,
    ],
    [['Welcome to our bakery.'], undefined, /^A 5-minute recording about /],
  ] as const)
    assert.match(openedBy(opening, speaker).description, described);
});

test('tells the roles that people are introduced with, and who numbers stand for', () => {
  const by =
    (...names: string[]) =>
    (n: number) =>
      names[n % names.length]!;
  for (const [opening, speaker, people] of [
    [["I'm Anna Miller, co-founder of Oven Works."], by('Anna Miller'), /Anna Miller \(co-founder of Oven Works\)/],
    [
      ['We welcome Anna Miller, head of the guild of millers.'],
      by('Paul Stone', 'Anna Miller'),
      /Paul Stone and Anna Miller \(head of the guild of millers\)/,
    ],
    [["I'm Anna, and I'm a bit tired today."], by('Anna Miller'), /, Anna Miller discusses/],
    [["I'm Anna Miller, editor of the Baker's Post."], by('Speaker 0'), /Anna Miller \(editor of the Baker's Post\)/],
  ] as const)
    assert.match(openedBy(opening, speaker).description, people);
});

test('takes no label that a machine gave for a name', () => {
  for (const label of ['SPEAKER_00', 'S1', 'spk_b', 'Speaker A', 'D', 'Guest 2', '1', 'Unknown', 'Participant'])
    assert.doesNotMatch(openedBy([], () => label).description, /discuss/, label);
  for (const name of ['Su', 'Persona', 'Baker9']) assert.match(openedBy([], () => name).description, new RegExp(name));
});

const DIALOGUE: readonly [speaker: string, text: string][] = [
  ['Ann Miller', 'I first want to say hello to our listeners.'],
  ['Ann Miller', 'Sourdough needs twelve hours because wild yeast grows slowly in cold flour.'],
  ['Ann Miller', 'The starter keeps its strength when bakers feed it with rye flour every evening.'],
  ['Ben Okafor', 'I forgot my notes again.'],
  ['Ben Okafor', 'We bake the sourdough in closed iron pots because the steam keeps the crust soft.'],
  ['Ben Okafor', 'Rye flour holds more water than wheat flour does.'],
  ['Ann Miller', 'The crust of a sourdough turns brown at two hundred degrees.'],
];
const dialogue = DIALOGUE.map(([speaker, text], i) => ({ start: i * 8, end: i * 8 + 8, text, speaker }));

test('names each speaker once per run of claims and drops talk about the talk in a chapter summary', () => {
  const [chapter] = outline(dialogue, { duration: 56 }).chapters;
  const { summary, quotes } = chapter!;
  assert.match(summary, /\b(?:Ann Miller|Ben Okafor) (?:says|explains) that /);
  assert.doesNotMatch(summary, /\b(?:I|me|my|We|our|listeners|notes)\b/);
  for (const name of ['Ann Miller', 'Ben Okafor'])
    assert.doesNotMatch(summary, new RegExp(`${name} \\w+ that [^.]*\\. ${name} `), 'named once where they go on');
  for (const { quote } of quotes) assert.ok(!summary.includes(quote), quote);
});

test('states claims without attribution, when the speaker has no name', () => {
  const [chapter] = outline(
    dialogue.map(({ start, end, text }) => ({ start, end, text })),
    { duration: 56 },
  ).chapters;
  assert.doesNotMatch(chapter!.summary, /\b(?:says|explains) that\b|\bI\b|\bWe\b/);
});

test('attributes a claim to another speaker, when an unnamed speaker follows a named one', () => {
  const called: Readonly<Record<string, string>> = { 'Ann Miller': 'Speaker 2' };
  const labelled = dialogue.map((cue) => ({ ...cue, speaker: called[cue.speaker] ?? cue.speaker }));
  const { summary } = outline(labelled, { duration: 56 }).chapters[0]!;
  assert.match(summary, /Ben Okafor (?:says|explains) that .* Another speaker (?:says|explains) that the crust /);
});
