import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortName } from './short-names.ts';

for (const [name, short] of [
  ['Anna Miller', 'Miller'],
  ['Jan van Dam', 'van Dam'],
  ['Hon. Paul Baker', 'Baker'],
  ['Rita Stone AM', 'Stone'],
  ['Anna', 'Anna'],
  ['Speaker 2', 'Speaker 2'],
] as const)
  test(`${name} is ${short} when named again`, () => assert.equal(shortName(name, [name, 'Tom Cook']), short));

test('two of one name are told apart', () =>
  assert.equal(shortName('Anna Miller', ['Anna Miller', 'Paul Miller']), 'Anna Miller'));

test("keeps the full name, when the last name is another person's name", () =>
  assert.equal(shortName('Anna Miller', ['Anna Miller', 'Miller']), 'Anna Miller'));
