import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGuessable } from './guessable-passwords.ts';
import { normaliseEmail } from './names.ts';

test('an address is taken as mail servers know it, when they deliver to it', () => {
  const rows: readonly [typed: string, stored: string | undefined][] = [
    [' Ada@Example.org ', 'ada@example.org'],
    ['a=b@example.org', 'a=b@example.org'],
    ["o'hara&sons+news@example.org", "o'hara&sons+news@example.org"],
    ['dots..and.@example.org', 'dots..and.@example.org'],
    ['ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
    ['ada@localhost', undefined],
    ['ada@', undefined],
    ['@example.org', undefined],
    ['john.doe', undefined],
    ['ada@example.org, eve@example.org', undefined],
    ['ada@exa mple.org', undefined],
    ['ada@-example.org', undefined],
    [`${'a'.repeat(250)}@example.org`, undefined],
    ['ada@example.org\r\nBcc: eve@example.org', undefined],
  ];
  for (const [typed, stored] of rows) assert.equal(normaliseEmail(typed), stored, typed);
});

const person = { brand: 'Lectern', email: 'ada.lovelace@example.org', firstname: 'Ada', lastname: 'Lovelace' };

test('a password is refused, when it is easily guessed', () => {
  const guessed =
    'password PassWord1 12345678 iloveyou!! trustno1 aaaaaaaaaa abcabcabcabc 12121212 abcdefghij qwertzuiop asdfghjkl1234 ' +
    '87654321 lectern2025! !!Lectern ada.lovelace@example.org adalovelace Lovelace1815 lovelace_ada';
  for (const password of [...guessed.split(' '), 'my ada.lovelace@example.org'])
    assert.equal(isGuessable(password, person), true, password);
  for (const password of [
    'a right password',
    'correct horse battery staple',
    'xkq-vbnw-81',
    'lectern of the old library',
    'adamant lovely acorn',
    'ääöüßéñç',
    '🦉🦉 und 🐭🐱',
  ])
    assert.equal(isGuessable(password, person), false, password);
});
