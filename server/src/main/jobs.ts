import { Problem } from '@lectern/contract/problem';
import { type StepName, stepNames } from '@lectern/contract/rules/pipeline';
import { hour } from '@lectern/contract/rules/durations';
import { registrationJob } from '../features/accounts/registration.job.ts';
import { resetJob } from '../features/accounts/reset.job.ts';
import { deliverEventsJob } from '../platform/events/deliver-events.ts';
import { eraseAccountJob } from '../features/operations/admin/erase-account.job.ts';
import { deliverWebhookJob } from '../features/operations/webhooks/deliver-webhook.job.ts';
import { endWorkJob } from '../features/operations/people/end-work.job.ts';
import { eraseWorkspaceJob } from '../features/operations/people/delete-workspace.ts';
import { billingSyncJob, customerEmailJob } from '../features/billing/billing.job.ts';
import { endSubscriptionJob } from '../features/billing/end-subscription.job.ts';
import { sandboxEventJob, sandboxRenewalsJob } from '../features/billing/sandbox.job.ts';
import { slideTitlesJob } from '../features/outline/slide-titles.job.ts';
import { summaryJob } from '../features/outline/summary.job.ts';
import { clipJob } from '../features/playback/clips/clip.job.ts';
import { importJob } from '../features/exports/import.job.ts';
import { emailJob } from '../features/mail/mail.job.ts';
import { deliveredJob } from '../features/billing/minutes/delivered.job.ts';
import { moveJob } from '../features/operations/moving/move.job.ts';
import { rewriteJob } from '../features/editing/rewrites/rewrite.job.ts';
import { fetchUploadJob } from '../features/uploads/fetch-upload.job.ts';
import { finishUploadJob } from '../features/uploads/finish-upload.job.ts';
import { providerAssetJob } from '../features/uploads/provider-asset.job.ts';
import { removalJob } from '../features/storage/pending-deletions.ts';
import { learnVoiceJob } from '../features/transcripts/speakers/learn-voice.job.ts';
import { lookJob } from '../features/videos/look.job.ts';
import { requeueFailedStep, runStep, stopStep, type StepHandler } from '../features/videos/pipeline.ts';
import { recoverOrphanedSteps } from '../features/videos/settle-lost-steps.ts';
import type { World } from '../platform/http/context.ts';
import type { JobDefinition } from '../platform/jobs/jobs.ts';
import { sweep } from './sweep.ts';
import { chaptersStep } from '../features/outline/chapters.step.ts';
import { provingQuotes } from '../features/outline/prove-chapter-quotes.ts';
import { inspectStep } from '../features/uploads/inspect.step.ts';
import { convertStep, playableStep } from '../features/playback/playable.step.ts';
import { storyboardStep } from '../features/videos/renditions/storyboard.step.ts';
import { thumbnailStep } from '../features/videos/renditions/thumbnail.step.ts';
import { sampleSlidesStep, sampleStep } from '../features/library/sample/sample.step.ts';
import { embedPassagesJob } from '../features/library/embeddings/embed-passages.job.ts';
import { indexingKeys } from '../features/library/search/search-keys.ts';
import { searchStep } from '../features/library/search/search-library.ts';
import { slidesStep } from '../features/outline/slides/slides.step.ts';
import { speakersStep } from '../features/transcripts/speakers/speakers.step.ts';
import { captionsStep, transcriptStep } from '../features/transcripts/transcript.step.ts';

/** The work of each step of the pipeline: a step without one does not compile. */
const steps: Readonly<Record<StepName, StepHandler>> = {
  inspect: (world, video, run) => (video.is_sample ? sampleStep : inspectStep)(world, video, run),
  playable: playableStep,
  thumbnail: thumbnailStep,
  transcript: provingQuotes(transcriptStep),
  storyboard: storyboardStep,
  chapters: indexingKeys(chaptersStep),
  search: indexingKeys(searchStep),
  speakers: speakersStep,
  slides: indexingKeys((world, video, run) =>
    (video.is_sample && world.readsSlides ? sampleSlidesStep : slidesStep)(world, video, run),
  ),
};

/**
 * Step timeouts in seconds. Transcripts may queue for the speech engine, which watches over that; a slow language
 * model may read chapters in many parts.
 */
const timeouts: Partial<Record<StepName, number>> = { transcript: 72 * 3600, chapters: 5 * 3600, speakers: 24 * 3600 };

/**
 * Job slots in total and per member, so that long recordings leave slots to others (`decisions/0011`). Speech, speaker
 * and slide engines take turns by themselves.
 */
const places: Partial<Record<StepName, { slots: number; maxPerMember: number }>> = {
  inspect: { slots: 2, maxPerMember: 1 },
  playable: { slots: 2, maxPerMember: 1 },
  thumbnail: { slots: 2, maxPerMember: 1 },
  transcript: { slots: 32, maxPerMember: 4 },
  chapters: { slots: 2, maxPerMember: 1 },
  speakers: { slots: 4, maxPerMember: 1 },
  slides: { slots: 4, maxPerMember: 1 },
};

const stepJob = (step: StepName): JobDefinition<World, { videoId: string }> => ({
  name: `step-${step}`,
  retries: 2,
  fairByMember: true,
  ...places[step],
  timeout: timeouts[step] ?? 3600,
  run: (world, { videoId }, job) => runStep(world, step, steps[step], videoId, job),
  onCancel: (world, tx, { videoId }) => stopStep(world, tx, { videoId, step }, 'stopped'),
  onRetry: (_world, tx, { videoId }) => requeueFailedStep(tx, videoId, step),
  recoverOrphans: (world) => recoverOrphanedSteps(world, step),
});

/** Re-encoding three hours on a small machine is the longest of all. */
const convertJob: JobDefinition<World, { videoId: string }> = {
  ...stepJob('playable'),
  name: 'step-convert',
  slots: 1,
  timeout: 12 * 3600,
  run: (world, { videoId }, job) => runStep(world, 'playable', convertStep, videoId, job),
};

const readCaptions = provingQuotes(captionsStep);

/**
 * Reads captions and hands over to the speech engine if needed, so captions never wait behind it. Earlier versions
 * know only `step-transcript`; migration 0137 ends them.
 */
const captionsJob: JobDefinition<World, { videoId: string }> = {
  ...stepJob('transcript'),
  name: 'step-captions',
  slots: 8,
  maxPerMember: 2,
  timeout: 3600,
  run: (world, { videoId }, job) => runStep(world, 'transcript', readCaptions, videoId, job),
};

/** Names the run of an hour, counted as the clock has it. */
const sweepKey = (n: number): string => `sweep/${n}`;

const sweepAt = async ({ jobs }: Pick<World, 'jobs'>, n: number): Promise<void> =>
  void (await jobs.enqueue('sweep', {}, { key: sweepKey(n), after: new Date(n * hour) }));

const hourOf = ({ now }: Pick<World, 'now'>): number => Math.floor(now().getTime() / hour);

/** Sweeps and stores the next hour's run. Its key names the hour, so that a restart adds no second chain. */
const sweepJob: JobDefinition<World> = {
  name: 'sweep',
  async run(world) {
    try {
      await sweep(world);
    } finally {
      await sweepAt(world, hourOf(world) + 1);
    }
  },
  /** A clock that ran ahead and was set right has left the next run to a time that is long in coming. */
  async recoverOrphans(world) {
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

const definitions: readonly JobDefinition<World>[] = [
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
  fetchUploadJob,
  removalJob,
  lookJob,
  providerAssetJob,
  deliveredJob,
  moveJob,
  registrationJob,
  resetJob,
  emailJob,
  billingSyncJob,
  customerEmailJob,
  endSubscriptionJob,
  sandboxEventJob,
  sandboxRenewalsJob,
  eraseAccountJob,
  endWorkJob,
  eraseWorkspaceJob,
  deliverWebhookJob,
  embedPassagesJob,
  deliverEventsJob,
  sweepJob,
];

/** Every job of the product by its name. */
export const jobDefinitions: Readonly<Record<string, JobDefinition<World>>> = Object.fromEntries(
  definitions.map((definition) => [definition.name, definition]),
);
