import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StepResult, StepHandler } from '../videos/pipeline.ts';
import { provingQuotes } from './prove-chapter-quotes.ts';

test('a step that brings no transcript leaves the quotes as they are', async () => {
  const [world, video, run] = [{}, {}, {}] as Parameters<StepHandler>;
  const outcomes: (StepResult | undefined)[] = [
    undefined,
    { state: 'waiting', needsEngine: true },
    { state: 'blocked' },
  ];
  for (const outcome of outcomes)
    assert.equal(await provingQuotes(() => Promise.resolve(outcome))(world, video, run), outcome);
  const outcome = { note: 'from your caption file' };
  const proving = await provingQuotes(() => Promise.resolve(outcome))(world, video, run);
  assert.deepEqual([proving?.note, typeof proving?.save], [outcome.note, 'function']);
});
