import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseReportingVerb } from './reported.ts';

for (const [claim, verb] of [
  ['Bakers should feed the starter every day.', 'argues'],
  ['If the oven is cold, you lose half of the bread.', 'warns'],
  ['Yeast is a fungus.', 'explains'],
  ['The dough should have been warm.', 'says'],
  ['The mill has a rule by which it is decided when flour should be thrown away.', 'says'],
  ['Half of the bread goes over the counter.', 'says'],
] as const)
  test(`${verb}: ${claim}`, () => assert.equal(chooseReportingVerb(claim), verb));
