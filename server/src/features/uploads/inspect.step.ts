import { Problem, type ProblemCode, problems } from '@lectern/contract/problem';
import { maxDuration } from '@lectern/contract/rules/plans';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { localRecording } from '../storage/recording.ts';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { MediaInfo } from '../../ports/media/port.ts';
import { saveInspected, saveMedia } from '../videos/update-video.ts';
import type { StepHandler } from '../videos/pipeline.ts';
import { videoById, type VideoRow } from '../videos/find-video.ts';
import { scheduleDeletion } from '../storage/pending-deletions.ts';
import { dropCaptionFile } from '../transcripts/caption-file.ts';
import { lockVideoIfThere } from '../videos/lock-video.ts';
import { dropVideo } from '../videos/removal.ts';
import { stopSteps } from '../videos/step-jobs.ts';
import { recordRefusal } from '../videos/record-outcome.ts';
import { refuseComplete } from './store.ts';

/**
 * Parser problems that make a recording unusable: it is refused and its bytes deleted. Other failures keep the bytes,
 * because the step can be retried.
 */
const refusesRecording: ReadonlySet<ProblemCode> = new Set([
  'empty_file',
  'not_media',
  'broken_media',
  'unreadable_media',
  'protected_media',
  'media_too_long',
  'picture_too_large',
]);

/** Removes a video whose recording nobody can use, with its files; the upload it came from answers why from now on. */
async function refuseRecording(world: World, id: string, problem: ProblemCode): Promise<void> {
  await world.database.transaction(async (tx) => {
    await lockVideoIfThere(tx, id);
    await recordRefusal(world, tx, id, problems[problem].text);
    await scheduleDeletion(world, tx, id);
    await stopSteps(world, tx, id);
    await refuseComplete(tx, id, problem);
    await dropCaptionFile(tx, id);
    await dropVideo(tx, id);
  });
}

async function inspected(world: World, video: VideoRow, signal: AbortSignal): Promise<MediaInfo> {
  if (video.remote) return world.media.inspect(video.remote, signal);
  await using original = await localRecording(world, video, 'whole', signal);
  return await world.media.inspect(original.path, signal, video.wanted_tracks?.sound);
}

/** A recording that plays keeps what was found out when it was made playable: another look only tells of its tracks. */
async function saveLook(tx: Queryable, id: string, info: MediaInfo): Promise<void> {
  const { playable, media } = (await videoById(tx, id)) ?? {};
  const { captionTracks, sounds } = info;
  if (!playable || !media) return void (await saveInspected(tx, id, info));
  if (sounds) await saveMedia(tx, id, { ...media, captionTracks, sounds });
}

/** Looks at the recording itself: what it is, how long, how it will be played. Anything else than media ends here. */
export const inspectStep: StepHandler = async (world, video, run) => {
  let info: MediaInfo;
  try {
    info = await inspected(world, video, run.signal);
    if (info.duration > maxDuration) throw new Problem('media_too_long');
  } catch (error) {
    if (run.signal.aborted || !(error instanceof Problem) || !refusesRecording.has(error.code)) throw error;
    // A playable video was inspected before; a later failure deletes none of it.
    if (video.media) throw error;
    // Its owner's trouble, not the operator's: no stack trace for it.
    world.log.info({ video: video.id, step: 'inspect', problem: error.code }, error.text);
    await refuseRecording(world, video.id, error.code);
    return undefined;
  }
  const kind = info.kind === 'audio' ? 'audio recording' : `${info.video?.width} × ${info.video?.height}`;
  const missing =
    info.claimedDuration === undefined
      ? ''
      : `; the end of the file is missing: ${formatTimecode(info.duration)} of ${formatTimecode(info.claimedDuration)} are there`;
  return {
    note: [`${kind}${missing}`, ...(info.unread === undefined ? [] : [info.unread])].join('; '),
    save: (tx) => saveLook(tx, video.id, info),
  };
};
