import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { languageOf } from './language.ts';
import { speechOf } from './speech.ts';
import { storyOf } from './story.ts';
import { type Material, topicsOf } from './topics.ts';

const MINUTES = 5;
const SAID: Readonly<Record<string, string>> = {
  'Wood oven': 'The wood oven of the bakery keeps its heat for two days after the fire is out.',
  'Rye flour': 'Bakers buy rye flour in autumn because the mill grinds rye flour too hot in spring.',
  'Sourdough starter': 'The sourdough starter feeds on flour and water, and a sourdough starter likes warmth.',
  'Market stall': 'The market stall sells half of the bread before nine, and the market stall closes at noon.',
};

/** A recording with a chapter for each subject; `claims` are what is claimed in each, in order. */
function materialOf(claims: readonly (readonly string[])[], spoken: readonly string[] = []): Material {
  const titles = Object.keys(SAID).slice(0, claims.length);
  const cues = titles.flatMap((title, n) =>
    Array.from({ length: MINUTES * 6 }, (_, i) => ({
      start: n * MINUTES * 60 + i * 10,
      end: n * MINUTES * 60 + i * 10 + 10,
      text: SAID[title]!,
    })),
  );
  const transcript = readTranscript(cues, cues.length * 10);
  return {
    spans: [],
    announced: undefined,
    chapters: titles.map((title, n) => ({
      title,
      start: n * MINUTES * 60,
      end: (n + 1) * MINUTES * 60,
      claims: claims[n]!.map((text, k) => ({ i: n * 100 + k, text, score: 10 - n })),
      spoken: () => spoken.map((text) => ({ text, by: undefined })),
    })),
    sentences: [],
    speech: speechOf(transcript.sentences, 'en'),
    language: languageOf(transcript),
    duration: transcript.duration,
    names: [],
  };
}

const toldOf = (material: Material): string[] => storyOf(material, topicsOf(material));

/** The first is told by the description. */
const TAKEAWAY = 'The wood oven is a patient colleague.';

test('a claim that does not name its topic gets a sentence of its own, if it is worth one', () => {
  const strong = 'Patience is the most important ingredient of all.';
  const weak = 'Somebody might see certain things somewhere.';
  const told = toldOf(materialOf([[TAKEAWAY], [strong], [weak], []]));
  assert.equal(told[told.indexOf(strong) - 1], 'From there it turns to rye flour.');
  assert.ok(!told.includes(weak), told.join(' '));
});

test('a claim that names its topic is told in one sentence with it', () => {
  const claim = 'Half of what is baked goes over the counter of the market stall.';
  assert.ok(toldOf(materialOf([[TAKEAWAY], [], [], [claim]])).includes(`It ends with the market stall: ${claim}`));
});

test('topics of which nothing is told give way where there is no room', () => {
  const claims = (subject: string): string[] => [
    `The ${subject} is the reason for the good name of the house.`,
    `Without the ${subject} the house is never warm in winter.`,
  ];
  const full = materialOf([
    [TAKEAWAY, ...claims('wood oven')],
    [],
    claims('sourdough starter'),
    claims('market stall'),
  ]);
  const apartFrom: Readonly<Record<number, string>> = {
    200: 'Patience is the most important friend of a cook.',
    201: 'Haste never made anybody rich in winter.',
    300: 'Children always count coins more honestly than adults.',
    301: 'Rain is the worst enemy of a good morning.',
  };
  const apart = full.chapters.map(({ claims: list, ...chapter }, n) => ({
    ...chapter,
    claims: n === 0 ? list : list.map((claim) => ({ ...claim, text: apartFrom[claim.i]! })),
  }));
  const told = toldOf({ ...full, chapters: apart });
  assert.ok(told.length <= 7, told.join(' '));
  assert.ok(!told.some((sentence) => /^(?:From|It|Then).*rye flour/.test(sentence)), told.join(' '));
});

test('topics of which nothing is told are left out where four sentences tell something', () => {
  const told = toldOf(
    materialOf([
      [TAKEAWAY, 'The wood oven is the reason for the good name of the house.'],
      [],
      [
        'The sourdough starter needs a warm place and a clean jar.',
        'Without flour a sourdough starter dies in a week.',
      ],
      ['The market stall pays for the oven that the bakery will build next year.'],
    ]),
  );
  assert.equal(told.length, 4, told.join(' '));
  assert.ok(!told.join(' ').includes('rye flour'), told.join(' '));
});

test('what was said twice is told once', () => {
  const said = 'Sourdough starters need a warm place and a clean jar.';
  const again = 'Sourdough starters always need a warm place and a clean jar.';
  const told = toldOf(materialOf([[TAKEAWAY], [], [said, again, said], []])).join(' ');
  assert.equal(told.split('a clean jar').length - 1, 1, told);
});

test('what is said to somebody is heard only where it is of the matter', () => {
  const chatter = 'We understand if you need to drop.';
  const matter = 'You should never open the wood oven before its heat is spread.';
  assert.ok(
    !toldOf(materialOf([[], []], [chatter]))
      .join(' ')
      .includes(chatter),
  );
  assert.ok(
    toldOf(materialOf([[], []], [chatter, matter]))
      .join(' ')
      .includes(matter),
  );
});
