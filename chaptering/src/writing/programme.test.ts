import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { programmeOf } from './programme.ts';
import { buildSpeechProfile } from './speech.ts';

const BAKERY = ['Sourdough bread needs rye flour and time.', 'A wood oven keeps its heat for two days.'];

/** Programme announced by these opening sentences, when the recording continues about bread and ovens. */
function announced(...opening: readonly string[]): readonly string[] {
  const said = [...opening, ...Array.from({ length: 200 }, (_, i) => BAKERY[i % 2]!)];
  const cues = said.map((text, i) => ({ start: i * 5, end: i * 5 + 5, text }));
  return programmeOf(buildSpeechProfile(readTranscript(cues, said.length * 5).sentences, 'en'));
}

for (const [what, opening, items] of [
  ['one matter', ["Today we're going to talk about sourdough bread."], ['sourdough bread']],
  [
    'a list in one sentence',
    [
      "Welcome! Today we'll be talking about rye flour, we'll also be covering the price of beech wood, and we have a visit from the guild of millers.",
    ],
    ['rye flour', 'the price of beech wood', 'a visit from the guild of millers'],
  ],
  [
    'a list told apart by commas',
    ["We're going to discuss rye flour, a new law for bakers, the harvest in Flanders, and our usual segments."],
    ['rye flour', 'a new law for bakers', 'the harvest in Flanders'],
  ],
  ['what is new in something', ["We're going to discuss what's actually new in Oven 3."], ["what's new in Oven 3"]],
  ['a name put in front', ['Sourdough, and that’s what we’re going to discuss today.'], ['Sourdough']],
  ['what has happened to it left out', ["We're going to discuss a new oven launched."], ['a new oven']],
  ['what is whole', ["We're going to discuss the oven that was released."], ['the oven that was released']],
  [
    'what is said of it left out',
    ["We're going to discuss sourdough bread and trying to really explain it."],
    ['sourdough bread'],
  ],
  [
    'what an inquiry is about',
    ['This is an evidence session for our inquiry into wood oven safety.'],
    ['wood oven safety'],
  ],
  [
    'what is shown',
    ['In this video, I’m going to show you how to heat your first wood oven.'],
    ['how to heat your first wood oven'],
  ],
] as const)
  test(`finds the announced programme: ${what}`, () => assert.deepEqual(announced(...opening), items));

for (const [what, opening] of [
  ['the last time', ['Last week we talked about sourdough bread.']],
  ['a joke that nobody comes back to', ["Today we're going to discuss the politics of Denmark.", 'Just kidding.']],
  ['something that names nothing', ["We're going to talk about a few different things today."]],
  ['what somebody is asked for', ["We're going to talk about what you are currently working on."]],
  ['what will not come', ["We're not going to talk about sourdough bread."]],
  ['somebody', ["We're going to talk to Anna Miller."]],
] as const)
  test(`no programme: ${what}`, () => assert.deepEqual(announced(...opening), []));

test('keeps the real subject, when a joke announcement comes before it', () => {
  assert.deepEqual(
    announced(
      "Today we're going to discuss the politics of Denmark.",
      "What we're going to discuss is sourdough bread.",
    ),
    ['sourdough bread'],
  );
});

test('drops people from the programme, when they are listed among the subjects', () => {
  assert.deepEqual(
    announced("We're going to discuss rye flour, the price of beech wood, the harvest, Anna Miller, and more."),
    ['rye flour', 'the price of beech wood', 'the harvest'],
  );
});
