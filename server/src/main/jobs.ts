import { Problem } from '@lectern/contract/problem';
import { type StepName, stepNames } from '@lectern/contract/rules/pipeline';
import { hour } from '@lectern/contract/rules/durations';
import { registrationJob } from '../features/accounts/registration.job.ts';
import { resetJob } from '../features/accounts/reset.job.ts';
import { eraseAccountJob } from '../features/admin/erase-account.job.ts';
import { billingSyncJob } from '../features/billing/billing.job.ts';
import { customerAddressJob } from '../features/billing/customer-address.job.ts';
import { endSubscriptionJob } from '../features/billing/end-subscription.job.ts';
import { sandboxEventJob, sandboxRenewalsJob } from '../features/billing/sandbox.job.ts';
import { slideTitlesJob } from '../features/chapters/slide-titles.job.ts';
import { summaryJob } from '../features/chapters/summary.job.ts';
import { clipJob } from '../features/clips/clip.job.ts';
import { importJob } from '../features/exports/import.job.ts';
import { mailJob } from '../features/mails/mail.job.ts';
import { deliveredJob } from '../features/minutes/delivered.job.ts';
import { moveJob } from '../features/moving/move.job.ts';
import { rewriteJob } from '../features/rewrites/rewrite.job.ts';
import { finishUploadJob } from '../features/uploads/finish-upload.job.ts';
import { providerAssetJob } from '../features/uploads/provider-asset.job.ts';
import { removalJob } from '../features/storage/removal.job.ts';
import { learnVoiceJob } from '../features/speakers/learn-voice.job.ts';
import { lookJob } from '../features/videos/look.job.ts';
import { awaitStep, runStep, stopStep } from '../features/videos/pipeline.ts';
import { settleLostSteps } from '../features/videos/settle-lost-steps.ts';
import type { World } from '../platform/context.ts';
import type { JobDefinition } from '../platform/jobs/jobs.ts';
import { captions, convert, steps } from './steps.ts';
import { sweep } from './sweep.ts';

/**
 * Seconds a step may take. A transcript may wait for many others to be recognised, which is watched over by the speech
 * engines; chapters, for a language model on a small machine that reads part after part.
 */
const timeouts: Partial<Record<StepName, number>> = { transcript: 72 * 3600, chapters: 5 * 3600, speakers: 24 * 3600 };

/**
 * How many run at once, and how many of them one member's: whose recordings take long leaves a place to the others
 * (`decisions/0011`, also why the rest has one place). What makes a recording playable takes a moment. Transcripts wait
 * for the speech engine, which takes turns by itself; so do speakers and slides, part by part, within their engines.
 * Chapters may wait for a language model.
 */
const places: Partial<Record<StepName, { slots: number; each: number }>> = {
  inspect: { slots: 2, each: 1 },
  playable: { slots: 2, each: 1 },
  thumbnail: { slots: 2, each: 1 },
  transcript: { slots: 32, each: 4 },
  chapters: { slots: 2, each: 1 },
  speakers: { slots: 4, each: 1 },
  slides: { slots: 4, each: 1 },
};

const stepJob = (step: StepName): JobDefinition<{ videoId: string }> => ({
  name: `step-${step}`,
  retries: 2,
  inTurns: true,
  ...places[step],
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
  run: (world, { videoId }, job) => runStep(world, 'playable', convert, videoId, job),
};

/**
 * Reads captions, and hands over what needs the speech engine: what comes with captions waits behind none that waits for
 * it. A version from before it knows `step-transcript` alone, which does both, and is ended by the migration 0137.
 */
const captionsJob: JobDefinition<{ videoId: string }> = {
  ...stepJob('transcript'),
  name: 'step-captions',
  slots: 8,
  each: 2,
  timeout: 3600,
  run: (world, { videoId }, job) => runStep(world, 'transcript', captions, videoId, job),
};

/** Names the run of an hour, counted as the clock has it. */
const sweepKey = (n: number): string => `sweep/${n}`;

const sweepAt = async ({ jobs }: Pick<World, 'jobs'>, n: number): Promise<void> =>
  void (await jobs.enqueue('sweep', {}, { key: sweepKey(n), after: new Date(n * hour) }));

const hourOf = ({ now }: Pick<World, 'now'>): number => Math.floor(now().getTime() / hour);

/** Sweeps and stores the next hour's run. Its key names the hour, so that a restart adds no second chain. */
const sweepJob: JobDefinition = {
  name: 'sweep',
  async run(world) {
    try {
      await sweep(world);
    } finally {
      await sweepAt(world, hourOf(world) + 1);
    }
  },
  /** A clock that ran ahead and was set right has left the next run to a time that is long in coming. */
  async settleLost(world) {
    const n = hourOf(world);
    const due = await world.jobs.alive([sweepKey(n), sweepKey(n + 1)]);
    if (due.size === 0) await sweepAt(world, n + 1);
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
  captionsJob,
  summaryJob,
  slideTitlesJob,
  learnVoiceJob,
  clipJob,
  importJob,
  rewriteJob,
  finishUploadJob,
  removalJob,
  lookJob,
  providerAssetJob,
  deliveredJob,
  moveJob,
  registrationJob,
  resetJob,
  mailJob,
  billingSyncJob,
  customerAddressJob,
  endSubscriptionJob,
  sandboxEventJob,
  sandboxRenewalsJob,
  eraseAccountJob,
  sweepJob,
];

/** Every job of the product by its name. */
export const jobDefinitions: Readonly<Record<string, JobDefinition>> = Object.fromEntries(
  definitions.map((definition) => [definition.name, definition]),
);
