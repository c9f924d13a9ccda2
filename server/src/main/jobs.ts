import { Problem } from '@lectern/contract/problem';
import { type StepName, stepNames } from '@lectern/contract/rules/pipeline';
import { registrationJob } from '../features/accounts/registration.job.ts';
import { resetJob } from '../features/accounts/reset.job.ts';
import { eraseAccountJob } from '../features/admin/erase-account.job.ts';
import { billingSyncJob } from '../features/billing/billing.job.ts';
import { customerAddressJob } from '../features/billing/customer-address.job.ts';
import { sandboxEventJob, sandboxRenewalsJob } from '../features/billing/sandbox.job.ts';
import { slideTitlesJob } from '../features/chapters/slide-titles.job.ts';
import { summaryJob } from '../features/chapters/summary.job.ts';
import { clipJob } from '../features/clips/clip.job.ts';
import { importJob } from '../features/exports/import.job.ts';
import { mailJob } from '../features/mails/mail.job.ts';
import { deliveredJob } from '../features/minutes/delivered.job.ts';
import { moveJob } from '../features/moving/move.job.ts';
import { rewriteJob } from '../features/rewrites/rewrite.job.ts';
import { providerAssetJob } from '../features/uploads/provider-asset.job.ts';
import { learnVoiceJob } from '../features/speakers/learn-voice.job.ts';
import { awaitStep, runStep, stopStep } from '../features/videos/pipeline.ts';
import { settleLostSteps } from '../features/videos/settle-lost-steps.ts';
import type { JobDefinition } from '../platform/jobs/jobs.ts';
import { steps } from './steps.ts';
import { sweep } from './sweep.ts';

/**
 * Seconds a step may take. A transcript may wait for many others to be recognised, which is watched over by the speech
 * engines; chapters, for a language model on a small machine that reads part after part.
 */
const timeouts: Partial<Record<StepName, number>> = { transcript: 72 * 3600, chapters: 5 * 3600, speakers: 24 * 3600 };

/**
 * What makes a recording playable takes a moment, two at once. Transcripts at once: those that wait for the speech
 * engine must not hold up those that come with captions. Chapters at once: one that waits for a language model must not
 * hold up the next.
 */
const slots: Partial<Record<StepName, number>> = { inspect: 2, playable: 2, thumbnail: 2, transcript: 32, chapters: 2 };

/** Of one member at once: whose recordings take long, or wait for the speech engine, leaves the other slots to the others. */
const each: Partial<Record<StepName, number>> = { inspect: 1, playable: 1, thumbnail: 1, transcript: 4 };

const stepJob = (step: StepName): JobDefinition<{ videoId: string }> => ({
  name: `step-${step}`,
  retries: 2,
  slots: slots[step] ?? 1,
  inTurns: true,
  ...(each[step] === undefined ? {} : { each: each[step] }),
  timeout: timeouts[step] ?? 3600,
  run: (world, { videoId }, job) => runStep(world, step, steps[step], videoId, job),
  onCancel: (world, tx, { videoId }) => stopStep(world, tx, { videoId, step }, 'stopped'),
  onRetry: (_world, tx, { videoId }) => awaitStep(tx, videoId, step),
  settleLost: (world) => settleLostSteps(world, step),
});

/** Re-encoding three hours on a small machine is the longest of all. */
const convertJob: JobDefinition<{ videoId: string }> = {
  ...stepJob('playable'),
  name: 'step-convert',
  slots: 1,
  timeout: 12 * 3600,
};

const hour = 3600 * 1000;

/** Sweeps and stores the next hour's run. Its key names the hour, so that a restart adds no second chain. */
const sweepJob: JobDefinition = {
  name: 'sweep',
  async run(world) {
    try {
      await sweep(world);
    } finally {
      const next = Math.floor(world.now().getTime() / hour) + 1;
      await world.jobs.enqueue('sweep', {}, { key: `sweep/${next}`, after: new Date(next * hour) });
    }
  },
  async onCancel() {
    throw new Problem('bad_request', {
      detail: 'This job tidies up every hour and starts itself: it cannot be cancelled.',
    });
  },
};

const definitions: readonly JobDefinition[] = [
  ...stepNames.map(stepJob),
  convertJob,
  summaryJob,
  slideTitlesJob,
  learnVoiceJob,
  clipJob,
  importJob,
  rewriteJob,
  providerAssetJob,
  deliveredJob,
  moveJob,
  registrationJob,
  resetJob,
  mailJob,
  billingSyncJob,
  customerAddressJob,
  sandboxEventJob,
  sandboxRenewalsJob,
  eraseAccountJob,
  sweepJob,
];

/** Every job of the product by its name. */
export const jobDefinitions: Readonly<Record<string, JobDefinition>> = Object.fromEntries(
  definitions.map((definition) => [definition.name, definition]),
);
