import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hasFinishedRequiredSteps,
  overallProgress,
  pipeline,
  runnableSteps,
  type StepName,
  stepNames,
  type StepState,
} from './pipeline.ts';

const video = (states: Partial<Record<StepName, StepState>>) =>
  stepNames.flatMap((step) => {
    const state = states[step];
    return state === undefined ? [] : [{ step, state, progress: state === 'done' ? 1 : 0 }];
  });
const awaited = Object.fromEntries(
  stepNames.filter((step) => !pipeline[step].background).map((step) => [step, 'done' as StepState]),
);

test('a step that a video has no row of holds up none that needs it', () => {
  const { storyboard: _, ...before } = awaited;
  assert.deepEqual(runnableSteps(video({ ...before, chapters: 'waiting' })), ['chapters']);
  assert.equal(hasFinishedRequiredSteps(video(before)), true);
  assert.equal(overallProgress(video(before)), 1);
});

test('starts later steps in turn and treats a video as ready without them', () => {
  for (const state of ['waiting', 'running', 'failed'] as const) {
    const steps = video({ ...awaited, slides: state });
    assert.deepEqual([hasFinishedRequiredSteps(steps), overallProgress(steps)], [true, 1], state);
  }
  assert.deepEqual(runnableSteps(video({ ...awaited, slides: 'waiting' })), ['slides']);
  assert.deepEqual(runnableSteps(video({ ...awaited, storyboard: 'running', slides: 'waiting' })), []);
});
