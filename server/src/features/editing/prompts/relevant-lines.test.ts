import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PromptLine } from '../../outline/language/transcript-text.ts';
import { relevantLines } from './relevant-lines.ts';

/** A hundred lines of ten tokens; some speak of roofs. */
const linesWith = (...roofs: readonly number[]): PromptLine[] =>
  Array.from({ length: 100 }, (_, i) => ({
    number: i + 1,
    text: `[${i + 1}] ${roofs.includes(i + 1) ? 'The roof of the house is leaking.' : 'Invoices are paid in time.'}`,
    tokens: 10,
    start: i * 4,
  }));
const numbers = (lines: readonly PromptLine[]): number[] => lines.map(({ number }) => number);

describe('the lines that go along with a question', () => {
  it('sends all cues with a question, when they fit', () => {
    assert.equal(relevantLines(linesWith(), 'roofs', 1000).length, 100);
  });

  it('sends cues about the question with their neighbours, in order and within the token limit', () => {
    const found = numbers(relevantLines(linesWith(20, 80), 'What about the roof?', 300));
    assert.ok(found.includes(20) && found.includes(80));
    assert.ok(found.includes(14) && found.includes(27), 'what was said before and after');
    assert.deepEqual(
      found,
      found.toSorted((a, b) => a - b),
    );
    assert.ok(found.length <= 30);
  });

  it('spreads the sent cues over the recording below the limit, when no cue fits the question', () => {
    const found = numbers(relevantLines(linesWith(), 'Zanzibar elephants', 600));
    assert.ok(found.length >= 18 && found.length <= 26, `${found.length}`);
    assert.ok(found[0]! < 20 && found.at(-1)! > 80, String(found));
  });

  it('hold the lines of quotes rather than none', () => {
    assert.ok(numbers(relevantLines(linesWith(), 'Zanzibar elephants', 120, [50])).includes(50));
  });
});
