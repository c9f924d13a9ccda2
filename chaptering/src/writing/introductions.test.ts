import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { namesGiven, findIntroducedRoles } from './introductions.ts';

const sentencesOf = (said: readonly (readonly [speaker: string, text: string])[]) =>
  readTranscript(
    said.map(([speaker, text], i) => ({ start: i * 5, end: i * 5 + 5, text, speaker })),
    said.length * 5,
  ).sentences;

const roleOf = (text: string, speaker = 'Anna Miller'): string | undefined =>
  findIntroducedRoles(
    sentencesOf([
      [speaker, text],
      ['Paul Stone', 'Bread needs time.'],
    ]),
  ).get(speaker);

test('people are what they say they are', () => {
  assert.equal(
    roleOf("Hi, I'm Anna, I'm a baker at the old mill, and I'm glad to be here."),
    'a baker at the old mill',
  );
  assert.equal(roleOf("I'm Anna Miller, co-founder of Oven Works."), 'co-founder of Oven Works');
  assert.equal(roleOf("Hello, I'm Anna, I work at Oven Works on ovens."), 'Oven Works');
  assert.equal(roleOf("I'm Anna, I work on wood ovens."), 'working on wood ovens');
  assert.equal(roleOf('Anna Miller, chief inspector.'), 'chief inspector');
});

test('people are what others say they are', () => {
  const roles = findIntroducedRoles(
    sentencesOf([
      [
        'Paul Stone',
        'We welcome Anna Miller, head of the guild of millers, and Jean Dupont, director for flour and grain policy.',
      ],
      ['Anna Miller', 'Good morning.'],
      ['Jean Dupont', 'Good morning.'],
    ]),
  );
  assert.equal(roles.get('Anna Miller'), 'head of the guild of millers');
  assert.equal(roles.get('Jean Dupont'), 'director for flour and grain policy');
  assert.equal(roles.has('Paul Stone'), false);
});

test('rejects feelings and plans as roles', () => {
  assert.equal(roleOf("I'm Anna, and I'm a bit tired today."), undefined);
  assert.equal(roleOf("I'm Anna and I'm going to bake."), undefined);
});

test('numbers stand for the names that are said at the beginning', () => {
  const names = namesGiven(
    sentencesOf([
      ['Speaker 0', 'Hello, everybody.'],
      ['Speaker 0', "I'm Anna Miller, editor of the Baker's Post."],
      ['Speaker 1', 'Hi, I’m Paul.'],
      ['Speaker 2', 'Bread needs time.'],
    ]),
  );
  assert.deepEqual(
    [...names],
    [
      ['Speaker 0', 'Anna Miller'],
      ['Speaker 1', 'Paul'],
    ],
  );
});
