import { type StepName, stepNames } from '@lectern/contract/rules/pipeline';
import { summaryJob } from '../features/chapters/summary.job.ts';
import { clipJob } from '../features/clips/clip.job.ts';
import { mailJob } from '../features/mails/mail.job.ts';
import { runStep } from '../features/videos/pipeline.ts';
import type { JobDefinition } from '../platform/jobs/jobs.ts';
import { steps } from './steps.ts';
import { sweep } from './sweep.ts';

/** Seconds a step may take: encoding a three-hour recording anew is the longest. */
const timeouts: Partial<Record<StepName, number>> = { playable: 12 * 3600 };

const stepJob = (step: StepName): JobDefinition<{ videoId: string }> => ({
  name: `step-${step}`,
  retries: 2,
  timeout: timeouts[step] ?? 3600,
  run: (world, { videoId }, job) => runStep(world, step, steps[step], videoId, job),
});

const sweepInterval = 3600 * 1000;

/** Sweeps and stores its own next run, so that there is always exactly one. */
const sweepJob: JobDefinition = {
  name: 'sweep',
  async run(world) {
    await sweep(world);
    // Its own key is taken until this run ends; the start of the server stands in should this be lost.
    await world.jobs.enqueue('sweep', {}, { after: new Date(world.now().getTime() + sweepInterval) });
  },
};

const definitions: readonly JobDefinition[] = [...stepNames.map(stepJob), summaryJob, clipJob, mailJob, sweepJob];

/** Every job of the product by its name. */
export const jobDefinitions: Readonly<Record<string, JobDefinition>> = Object.fromEntries(
  definitions.map((definition) => [definition.name, definition]),
);
