import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { detectLanguage } from './language.ts';
import { buildSpeechProfile } from './speech.ts';
import { describeMainPoints } from './describe-by-points.ts';
import { type RecordingMaterial, findRecurringTopics } from './topics.ts';

const MINUTES = 5;
const SAID: Readonly<Record<string, string>> = {
  'Wood oven': 'The wood oven of the bakery keeps its heat for two days after the fire is out.',
  'Rye flour': 'Bakers buy rye flour in autumn because the mill grinds rye flour too hot in spring.',
  'Sourdough starter': 'The sourdough starter feeds on flour and water, and a sourdough starter likes warmth.',
  'Market stall': 'The market stall sells half of the bread before nine, and the market stall closes at noon.',
};

/** A recording with a chapter for each subject; `claims` are what is claimed in each, in order. */
function materialOf(
  claims: readonly (readonly string[])[],
  spoken: readonly string[] = [],
  by?: string,
  more?: string,
): RecordingMaterial {
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
      claims: claims[n]!.map((text, k) => ({ i: sentenceOf(n, k), text, score: 10 - n })),
      spoken: () => spoken.map((text) => ({ text, i: sentenceOf(n, 0) })),
      goesOn: () => more,
    })),
    sentences: [],
    claimsAbout: () => [],
    speech: buildSpeechProfile(transcript.sentences, 'en'),
    language: detectLanguage(transcript),
    duration: transcript.duration,
    names: by === undefined ? [] : [by],
    speakerOf: () => by,
  };
}

/** Where the k-th claim of the n-th chapter is said. */
const sentenceOf = (n: number, k: number): number => n * MINUTES * 6 + k;

const toldOf = (material: RecordingMaterial): string[] => describeMainPoints(material, findRecurringTopics(material));

const OVEN = 'The wood oven is the reason for the good name of the house.';
const RYE = 'Rye is never warm in winter without a good stove.';
const STARTER = 'The sourdough starter needs a warm place and a clean jar.';
const STALL = 'Half of what is baked goes over the counter of the market stall.';

test('each is told by its place, its time and who says it', () => {
  assert.deepEqual(toldOf(materialOf([[OVEN], [RYE], [STARTER], [STALL]], [], 'Anna Miller')), [
    'Anna Miller says that the wood oven is the reason for the good name of the house (0:00).',
    'On rye flour, Miller says that rye is never warm in winter without a good stove (5:00).',
    'Miller also says that the sourdough starter needs a warm place and a clean jar (10:00).',
    'Miller says that half of what is baked goes over the counter of the market stall (15:00).',
  ]);
});

test('states claims without speakers, when no speaker is known by name', () => {
  assert.deepEqual(toldOf(materialOf([[OVEN], [RYE], [STARTER], [STALL]])), [
    `${OVEN.slice(0, -1)} (0:00).`,
    `On rye flour: ${RYE.slice(0, -1)} (5:00).`,
    `${STARTER.slice(0, -1)} (10:00).`,
    `${STALL.slice(0, -1)} (15:00).`,
  ]);
});

test('a claim that does not name its topic is told without it, if it is worth it', () => {
  const strong =
    'The most important ingredient of all is patience, because dough that is rushed loses half of its flavour.';
  const weak = 'Somebody might see certain things somewhere.';
  const told = toldOf(materialOf([[OVEN], [strong], [weak], [STALL]], [], 'Anna Miller'));
  assert.ok(
    told.includes(
      'Miller also explains that the most important ingredient of all is patience, because dough that is rushed loses half of its flavour (5:00).',
    ),
    told.join(' '),
  );
  assert.doesNotMatch(told.join(' '), /somewhere/);
});

test('places a follow-up sentence behind its claim, once', () => {
  const more = 'It keeps the secret of the grandmother for a hundred years.';
  const told = toldOf(materialOf([[OVEN], [RYE], [STARTER], [STALL]], [], 'Anna Miller', more));
  assert.equal(told.filter((sentence) => sentence === more).length, 1);
  assert.equal(told[1], more);
});

test('reports claims in the first person only when the speaker is known', () => {
  const ours = 'We buy our rye flour in autumn because the price is lower.';
  const chapters = [[OVEN], [ours], [STARTER], [STALL]];
  assert.match(
    toldOf(materialOf(chapters, [], 'Anna Miller')).join(' '),
    /Miller also explains that they buy their rye flour in autumn because the price is lower \(5:00\)\./,
  );
  assert.doesNotMatch(toldOf(materialOf(chapters)).join(' '), /rye flour in autumn/);
});

test('reports a statement once, when it was said twice', () => {
  const again = 'Sourdough starters always need a warm place and a clean jar.';
  const told = toldOf(materialOf([[], [], [STARTER, again, STARTER], []])).join(' ');
  assert.equal(told.split('a clean jar').length - 1, 1, told);
});

test('lists the remaining chapters with times, when few claims are found', () => {
  assert.deepEqual(toldOf(materialOf([[], [], [], []])), [
    'It takes up the wood oven (0:00), rye flour (5:00), the sourdough starter (10:00) and the market stall (15:00).',
  ]);
});

test('quotes people verbatim and skips words addressed to someone', () => {
  const chatter = 'You can drop your bread whenever you need to.';
  const matter = 'Never open the wood oven before its heat is spread.';
  const told = toldOf(materialOf([[], []], [chatter, matter])).join(' ');
  assert.doesNotMatch(told, /drop/);
  // Nobody is named who says it.
  assert.match(told, /^“Never open the wood oven before its heat is spread\.” \(\d:\d\d\)/);
});

test('an aside without the words that the recording is about gives way', () => {
  const aside = 'A grandmother without her glasses must never read the smallest letters of a newspaper.';
  const told = toldOf(materialOf([[OVEN], [RYE], [STARTER], [aside, STALL]], [], 'Anna Miller')).join(' ');
  assert.match(told, /counter of the market stall/);
  assert.doesNotMatch(told, /grandmother/);
});

test('reports one claim, when two people speak within a minute', () => {
  const first = 'The wood oven has to be warm before the first bread of the day.';
  const second = 'Without dry wood the oven of the house is never warm enough.';
  const material = materialOf([[first, second]], [], 'Anna Miller');
  const heard = { ...material, speakerOf: (i: number) => (i % 2 === 0 ? 'Anna Miller' : 'Ben Stone') };
  assert.equal(toldOf(heard).filter((sentence) => /says|explains/.test(sentence)).length, 1);
});
