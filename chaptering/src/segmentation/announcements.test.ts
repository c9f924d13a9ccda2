import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAnnouncement } from './announcements.ts';

test('a new part is announced in plain words, with and without contractions', () => {
  for (const text of [
    'Let us move on to the roadmap.',
    'All right, let’s move on.',
    "So I think we'll move on to pricing now.",
    'Moving on to the second half.',
    'Next up we have the release notes.',
    'And our next speaker is from the data team.',
    'That brings us to the budget.',
  ])
    assert.ok(isAnnouncement(text), text);
});

test('words that only look like it announce nothing', () => {
  for (const text of [
    'We moved on with our lives.',
    'The next release fixes it.',
    'A constructor lets you pass the value in.',
    'People move to the city when they find work, and they never leave it again, which is why we should move on from that.',
    '',
  ])
    assert.ok(!isAnnouncement(text), text);
});
