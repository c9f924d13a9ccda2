import { Problem, type ProblemCode, problems } from '@lectern/contract/problem';
import { maxDuration } from '@lectern/contract/rules/plans';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { localRecording } from '../storage/recording.ts';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { MediaInfo } from '../../ports/media/port.ts';
import { saveInspected, saveMedia, savePlayback, saveUnplayable } from '../videos/update-video.ts';
import { indexIn, playbackNotes, publishWritten } from '../videos/renditions/playable.ts';
import { markStepsDone, remakeSteps, type StepHandler } from '../videos/pipeline.ts';
import { videoById, type VideoRow } from '../videos/find-video.ts';
import { scheduleDeletion } from '../storage/pending-deletions.ts';
import { dropCaptionFile } from '../transcripts/caption-file.ts';
import { lockVideoIfThere } from '../videos/lock-video.ts';
import { dropVideo } from '../videos/removal.ts';
import { stopSteps } from '../videos/step-jobs.ts';
import { recordRefusal } from '../videos/record-outcome.ts';
import { takeIndexFolder } from './read-ahead.ts';
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

function refuseTooLong({ duration }: MediaInfo): void {
  if (duration > maxDuration) throw new Problem('media_too_long');
}

/** Inspects a recording. One that plays as it is plays before all is known of it. */
async function inspected(world: World, video: VideoRow, signal: AbortSignal): Promise<MediaInfo> {
  if (video.remote) return world.media.inspect(video.remote, signal);
  await using original = await localRecording(world, video, 'whole', signal);
  const how = { sound: video.wanted_tracks?.sound, owner: video.workspace_id };
  if (video.playable && !video.media?.unproven) return await world.media.inspect(original.path, signal, how);
  await using folder = await takeIndexFolder(world, video.id);
  const onPlayable = async (info: MediaInfo, written: readonly string[]): Promise<void> => {
    refuseTooLong(info);
    await publishWritten(world, video.id, written, signal);
    await world.database.transaction(async (tx) => {
      if (!(await lockVideoIfThere(tx, video.id))) return;
      await saveInspected(tx, video.id, info);
      await savePlayback(tx, video.id, { ...info, unproven: true }, true);
      await markStepsDone(tx, video.id, ['playable'], { at: world.now(), note: playbackNotes.direct });
    });
  };
  return await world.media.inspect(original.path, signal, {
    ...how,
    early: { index: indexIn(folder.path, video.id), onPlayable },
  });
}

/**
 * A playing recording keeps what was found when it was made playable: another look only tells its tracks. An unproven
 * one stops where its pictures forbid it.
 */
async function saveLook(world: World, tx: Queryable, id: string, info: MediaInfo): Promise<void> {
  const { playable, media } = (await videoById(tx, id)) ?? {};
  const { captionTracks, sounds } = info;
  if (playable && media?.unproven && info.playback !== 'direct') {
    await saveUnplayable(tx, id, info);
    await remakeSteps(world, tx, id, 'playable');
  } else if (!playable || !media || media.unproven) await saveInspected(tx, id, info);
  else if (sounds) await saveMedia(tx, id, { ...media, captionTracks, sounds });
}

/** Looks at the recording itself: what it is, how long, how it will be played. Anything else than media ends here. */
export const inspectStep: StepHandler = async (world, video, run) => {
  let info: MediaInfo;
  try {
    info = await inspected(world, video, run.signal);
    refuseTooLong(info);
  } catch (error) {
    if (run.signal.aborted || !(error instanceof Problem) || !refusesRecording.has(error.code)) throw error;
    // A playable video was inspected before; a later failure deletes none of it.
    if (video.media && !video.media.unproven) throw error;
    // Its owner's trouble, not the operator's: no stack trace for it.
    const { code: problem, cause } = error;
    world.log.info({ video: video.id, step: 'inspect', problem, cause: String(cause ?? problem) }, error.text);
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
    save: (tx) => saveLook(world, tx, video.id, info),
  };
};
