import { z } from 'zod';

export const StepName = z.enum([
  'inspect',
  'playable',
  'thumbnail',
  'transcript',
  'storyboard',
  'chapters',
  'search',
  'slides',
  'speakers',
]);
export type StepName = z.infer<typeof StepName>;

/** `blocked` waits for something a person can give (captions, an engine); `failed` may be run again. */
export const StepState = z.enum(['waiting', 'running', 'done', 'failed', 'blocked', 'skipped']);
export type StepState = z.infer<typeof StepState>;

type Step = {
  /** Label on the page while the step runs. */
  label: string;
  /** Steps that must be settled (done, skipped or, when optional, failed) before this one starts. */
  needs: readonly StepName[];
  /** A failed optional step does not hold up those that need it. */
  optional: boolean;
} & (
  | {
      /** Share of the whole in the progress bar. */
      weight: number;
      background?: undefined;
    }
  | {
      weight?: undefined;
      /** Nobody waits for it: the video is ready without. Videos that were made before there was this step get it. */
      background: true;
    }
);

/** The pipeline of a recording, in the order the page lists it. Page and server read this same table. */
export const pipeline: Readonly<Record<StepName, Step>> = {
  inspect: { label: 'Inspecting the recording', needs: [], optional: false, weight: 5 },
  playable: { label: 'Making it playable', needs: ['inspect'], optional: false, weight: 20 },
  thumbnail: { label: 'Taking the thumbnail', needs: ['playable'], optional: true, weight: 5 },
  transcript: { label: 'Reading the transcript', needs: ['inspect'], optional: false, weight: 30 },
  storyboard: {
    label: 'Looking through the slides',
    needs: ['playable'],
    optional: true,
    weight: 20,
  },
  chapters: {
    label: 'Writing chapters, summary and quotes',
    needs: ['transcript', 'storyboard'],
    optional: false,
    weight: 15,
  },
  search: { label: 'Adding it to the search', needs: ['transcript'], optional: false, weight: 5 },
  slides: { label: 'Reading the words on the slides', needs: ['storyboard'], optional: true, background: true },
  // Behind the chapters, which would seem to be of another transcript if names came into it meanwhile.
  speakers: {
    label: 'Telling the speakers apart',
    needs: ['transcript', 'chapters'],
    optional: true,
    background: true,
  },
};

/** Message of the finished chapters step, when a recording has too few words for a summary. */
export const tooFewWordsNotice =
  'Hardly anything is said in this recording, so there is nothing to summarise. You can write a summary yourself.';

export const stepNames = StepName.options;

export type StepStatus = { step: StepName; state: StepState; progress: number };

/** Without the steps of a newer version: a page that was loaded before it was brought out knows nothing of them. */
export const knownSteps = <Status extends { step: StepName }>(statuses: readonly Status[]): Status[] =>
  statuses.filter(({ step }) => Object.hasOwn(pipeline, step));

/** Steps that must finish before the video is ready. */
export const requiredSteps = <Status extends { step: StepName }>(statuses: readonly Status[]): Status[] =>
  knownSteps(statuses).filter(({ step }) => !pipeline[step].background);

/** A step that a video has no row of came into the pipeline after it was made, and is not waited for. */
const settled = (status: StepStatus | undefined): boolean =>
  status === undefined ||
  status.state === 'done' ||
  status.state === 'skipped' ||
  (status.state === 'failed' && pipeline[status.step].optional);

/** Whether it waits for a person: nothing that needs it will be made before. */
export const isHalted = ({ step, state }: StepStatus): boolean =>
  state === 'blocked' || (state === 'failed' && !pipeline[step].optional);

/** Whether everything has been made of a recording that anybody waits for. */
export const hasFinishedRequiredSteps = (statuses: readonly StepStatus[]): boolean =>
  statuses.length > 0 && requiredSteps(statuses).every(settled);

/** The waiting steps whose needs are all settled: what to start now. */
export function runnableSteps(statuses: readonly StepStatus[]): StepName[] {
  const byStep = new Map(statuses.map((status) => [status.step, status]));
  return stepNames.filter(
    (step) => byStep.get(step)?.state === 'waiting' && pipeline[step].needs.every((need) => settled(byStep.get(need))),
  );
}

/** A step and everything that follows from it, in order: what to run again when its input has changed. */
export function downstream(step: StepName): StepName[] {
  const found = new Set<StepName>([step]);
  for (const name of stepNames) if (pipeline[name].needs.some((need) => found.has(need))) found.add(name);
  return stepNames.filter((name) => found.has(name));
}

const weightOf = ({ step }: StepStatus): number => pipeline[step].weight ?? 0;

/** 0 to 1 over the steps a video has. Failed and blocked steps count as far as they got. */
export function overallProgress(statuses: readonly StepStatus[]): number {
  const total = statuses.reduce((sum, status) => sum + weightOf(status), 0);
  const reached = statuses.reduce((sum, status) => {
    const isOver = status.state === 'done' || status.state === 'skipped';
    return sum + weightOf(status) * (isOver ? 1 : Math.min(1, Math.max(0, status.progress)));
  }, 0);
  return total === 0 ? 0 : Math.min(1, reached / total);
}
