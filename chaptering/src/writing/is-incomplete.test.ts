import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIncompleteSentence } from './is-incomplete.ts';

test('a sentence that lacks what it is about is half said', () => {
  for (const text of [
    'To warm the bakers of the town who build their ovens when winter comes.',
    'Without all the trouble that the ovens of the town make.',
    'Every time a baker opens the door of the oven to look at the bread.',
    'Flour for the bread; salt, which is cheap in autumn; and the patience to wait.',
    'When the ovens are cold, the bakers receive 500.',
    'When a new mill opens, a baker or a miller has the choice.',
    'You need a miller on board because you cannot realistically provide.',
    'At least one old ovens have doors that are meant to be closed.',
    'Three months builds up a crust that no oven removes.',
    'The in the oven is the bread of the whole town.',
    'The only one is a small oven in the cellar.',
    'At the beginning, A is zero and B is the size of the oven.',
  ])
    assert.ok(isIncompleteSentence(text), text);
});

test('a whole one is not', () => {
  for (const text of [
    'To bake well, a baker needs more time than flour.',
    'Every time a baker opens the oven, the bread loses heat.',
    'Without flour, no baker can bake.',
    'The mill was built in 1874.',
    'The bakers changed the law in rule 12.',
    'Bread costs 20 percent more than it did before the frost of 1999.',
    'The miller has the choice of a stone or a steel wheel.',
    'Bakers like that oven because it can do what others cannot.',
    'A lot of ovens have doors of iron.',
    'One of the ovens has a door of glass.',
    'Two hours is enough for a loaf of rye.',
  ])
    assert.ok(!isIncompleteSentence(text), text);
});
