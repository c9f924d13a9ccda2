import assert from 'node:assert/strict';
import { it } from 'node:test';
import { splitAtTimestamps } from './moments-in.ts';

it('finds the moments that stand in brackets', () => {
  assert.deepEqual(splitAtTimestamps('On fees (12:05), Ann says it. Then (1:02:05), Ben.', 4000), [
    { text: 'On fees (' },
    { text: '12:05', seconds: 725 },
    { text: '), Ann says it. Then (' },
    { text: '1:02:05', seconds: 3725 },
    { text: '), Ben.' },
  ]);
});

it('leaves other numbers, and times the recording has not, as they are', () => {
  for (const text of ['', 'At 12:05 we met (in 2024).', 'It lasts (12:05).', 'John (3:16a)', '(1:2:3:04)'])
    assert.deepEqual(splitAtTimestamps(text, 725), [{ text }], text);
});
