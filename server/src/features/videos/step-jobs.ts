import { type StepName, stepNames } from '@lectern/contract/rules/pipeline';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { copiesSound, type MediaInfo } from '../../ports/media/port.ts';
import type { VideoRow } from './find-video.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** Names the one live job of a step of a video. */
export const jobKey = (videoId: string, step: StepName): string => `${videoId}/${step}`;

/** Seconds of sound that are encoded in a moment: some hundred times as fast as they are heard. */
const shortSound = 600;

/** Whether it is made playable by encoding that takes more than a moment. */
export const takesLong = (media: MediaInfo): boolean =>
  media.playback === 'transcode' ||
  (media.playback === 'repackage' && media.duration > shortSound && !copiesSound(media));

/**
 * Picks the job kind of a step. Re-encoding and reading captions have kinds with own slots, so quick work never waits
 * behind conversion or the speech engine.
 */
export function jobName({ step, needs_engine: needsEngine }: StepRow, { media }: Pick<VideoRow, 'media'>): string {
  if (step === 'playable' && media && (needsEngine || takesLong(media))) return 'step-convert';
  if (step === 'transcript' && !needsEngine) return 'step-captions';
  return `step-${step}`;
}

/** Stops the steps of a video that wait or run; a running one sees its signal abort. */
export async function stopSteps(
  world: World,
  tx: Queryable,
  videoId: string,
  steps: readonly StepName[] = stepNames,
): Promise<void> {
  await world.jobs.cancel(
    steps.map((step) => jobKey(videoId, step)),
    { tx },
  );
}

const shown = [
  'video_id',
  'step',
  'state',
  'progress',
  'note',
  'problem',
  'needs_engine',
  'started_at',
  'finished_at',
] as const;

export type StepRow = Pick<Selectable<Tables['steps']>, (typeof shown)[number]>;

/**
 * The steps of these videos, those this version knows: beside a newer one a video may have others, which that one does.
 */
export const stepRowsOf = (db: Queryable, videoIds: readonly string[]): Promise<StepRow[]> =>
  videoIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('steps').select(shown).where('video_id', 'in', videoIds).where('step', 'in', stepNames).execute();

/** Whether a run is about to replace the chapters of a video. */
export const isOutlineRunning = async (db: Queryable, videoId: string): Promise<boolean> =>
  (await stepRowsOf(db, [videoId])).some(
    ({ step, state }) => step === 'chapters' && (state === 'waiting' || state === 'running'),
  );
