import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { completeOutline } from './complete-outline.ts';

const addresses = (count: number): string[] => Array.from({ length: count }, (_, n) => `www.P${n}.example`);

/** A minute of talk in which all of these addresses are said. */
const said = (count: number) =>
  addresses(count).map((address, n) => ({
    start: n,
    end: n + 1,
    text: `You find the plan of the harbour at ${address} today.`,
  }));

const describedBy = (description: string, cues: ReturnType<typeof said>): string =>
  completeOutline(
    cues,
    { duration: cues.length },
    { title: '', description, summary: description, chapters: [], silent: [] },
    { quotes: 1 },
  ).description;

const listing = (count: number): string => `The plans are at ${addresses(count).join(' and ').toLowerCase()} today.`;

test('the transcript is read into lower case once, however many addresses a model names', () => {
  const cues = said(60);
  const whole = cues.map(({ text }) => text).join(' ').length;
  const lowered = (description: string): number => {
    const lower = mock.method(String.prototype, 'toLowerCase');
    try {
      describedBy(description, cues);
      return lower.mock.calls.filter((call) => String(call.this).length >= whole).length;
    } finally {
      lower.mock.restore();
    }
  };
  assert.equal(lowered(listing(40)), lowered('The plans of the harbour are told of here.'));
});

test('allows URLs that were said, up to the length a person would read', () => {
  const cues = said(60);
  assert.ok(describedBy(listing(12), cues).includes('www.p11.example'));
  assert.ok(!describedBy(listing(60), cues).includes('www.p11.example'));
  assert.ok(
    !describedBy('The plans are at www.p1.example and www.elsewhere.example today.', cues).includes('elsewhere'),
  );
});
