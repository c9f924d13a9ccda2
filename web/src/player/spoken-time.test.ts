import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spokenTime } from './spoken-time.ts';

test('says a time as people do', () => {
  assert.equal(spokenTime(0.4), '0 seconds');
  assert.equal(spokenTime(61), '1 minute 1 second');
  assert.equal(spokenTime(3724.9), '1 hour 2 minutes 4 seconds');
  assert.equal(spokenTime(7200), '2 hours');
  assert.equal(spokenTime(59.2, 0.1), '59.2 seconds');
  assert.equal(spokenTime(60.04, 0.1), '1 minute');
});
