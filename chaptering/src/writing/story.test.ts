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
function materialOf(claims: readonly (readonly string[])[], spoken: readonly string[] = [], by?: string): Material {
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
      subjects: () => [],
    })),
    sentences: [],
    speech: speechOf(transcript.sentences, 'en'),
    language: languageOf(transcript),
    duration: transcript.duration,
    names: [],
    speakerOf: () => by,
  };
}

const toldOf = (material: Material): string[] => storyOf(material, topicsOf(material));

const OVEN = 'The wood oven is the reason for the good name of the house.';
const RYE = 'Without rye flour the house is never warm in winter.';
const STARTER = 'The sourdough starter needs a warm place and a clean jar.';
const STALL = 'Half of what is baked goes over the counter of the market stall.';

test('a claim that does not name its topic is told of its part, if it is worth it', () => {
  const strong = 'Patience is the most important ingredient of all.';
  const weak = 'Somebody might see certain things somewhere.';
  const told = toldOf(materialOf([[OVEN], [strong], [weak], [STALL]], [], 'Anna Miller'));
  assert.ok(
    told.some((sentence) =>
      sentence.endsWith('rye flour, Anna Miller says that patience is the most important ingredient of all.'),
    ),
    told.join(' '),
  );
  assert.doesNotMatch(told.join(' '), /somewhere/);
});

test('each is told by its place and by who says it', () => {
  const told = toldOf(materialOf([[OVEN], [RYE], [STARTER], [STALL]], [], 'Anna Miller'));
  assert.deepEqual(told, [
    'It begins with the wood oven: Anna Miller explains that the wood oven is the reason for the good name of the house.',
    'In the part on rye flour, Anna Miller says that without rye flour the house is never warm in winter.',
    'As to the sourdough starter, Anna Miller points out that the sourdough starter needs a warm place and a clean jar.',
    'It ends with the market stall: Anna Miller notes that half of what is baked goes over the counter of the market stall.',
  ]);
});

test('where nobody is known by name, it is told what is said', () => {
  const told = toldOf(materialOf([[OVEN], [RYE], [STARTER], [STALL]]));
  assert.deepEqual(told, [
    `It begins with the wood oven: ${OVEN}`,
    `From there it turns to rye flour: ${RYE}`,
    `It goes on to the sourdough starter: ${STARTER}`,
    `It ends with the market stall: ${STALL}`,
  ]);
});

test('what we say is told of those who say it, and of nobody unknown', () => {
  const ours = 'We buy our rye flour in autumn because the price is lower.';
  const chapters = [[OVEN], [ours], [STARTER], [STALL]];
  assert.match(
    toldOf(materialOf(chapters, [], 'Anna Miller')).join(' '),
    /Anna Miller says that they buy their rye flour in autumn because the price is lower\./,
  );
  assert.doesNotMatch(toldOf(materialOf(chapters)).join(' '), /rye flour in autumn/);
});

test('a summary has seven sentences at most', () => {
  const claims = (subject: string): string[] => [
    `The ${subject} is the reason for the good name of the house.`,
    `Without the ${subject} nobody is ever warm in winter.`,
  ];
  const told = toldOf(
    materialOf([claims('wood oven'), claims('rye flour'), claims('sourdough starter'), claims('market stall')]),
  );
  assert.ok(told.length <= 7, told.join(' '));
});

test('what was said twice is told once', () => {
  const again = 'Sourdough starters always need a warm place and a clean jar.';
  const told = toldOf(materialOf([[], [], [STARTER, again, STARTER], []])).join(' ');
  assert.equal(told.split('a clean jar').length - 1, 1, told);
});

test('where little is told, the parts are named in their order', () => {
  const told = toldOf(materialOf([[], [], [], []]));
  assert.deepEqual(told, [
    'It begins with wood oven.',
    'It goes on to rye flour and sourdough starter.',
    'It ends with market stall.',
  ]);
});

test('what is said to somebody is heard only where it is of the matter', () => {
  const chatter = 'We understand if you need to drop.';
  const matter = 'Never open the wood oven before its heat is spread.';
  assert.doesNotMatch(toldOf(materialOf([[], []], [chatter])).join(' '), /drop/);
  assert.match(
    toldOf(materialOf([[], []], [chatter, matter])).join(' '),
    /one speaker says: “Never open the wood oven before its heat is spread\.”/i,
  );
});
