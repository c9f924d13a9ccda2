import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isGuessable } from './guessable-passwords.ts';

const person = { brand: 'Lectern', email: 'ada.lovelace@example.org', firstname: 'Ada', lastname: 'Lovelace' };

for (const password of [
  'password',
  'PassWord1',
  '12345678',
  'iloveyou!!',
  'trustno1',
  'aaaaaaaaaa',
  'abcabcabcabc',
  '12121212',
  'abcdefghij',
  'qwertzuiop',
  'asdfghjkl1234',
  '87654321',
  'lectern2025!',
  '!!Lectern',
  'ada.lovelace@example.org',
  'my ada.lovelace@example.org',
  'adalovelace',
  'Lovelace1815',
  'lovelace_ada',
])
  it(`takes ${password} for one that is easily guessed`, () => assert.equal(isGuessable(password, person), true));

for (const password of [
  'a right password',
  'correct horse battery staple',
  'xkq-vbnw-81',
  'lectern of the old library',
  'adamant lovely acorn',
  'ääöüßéñç',
  '🦉🦉 und 🐭🐱',
])
  it(`takes ${password}`, () => assert.equal(isGuessable(password, person), false));
