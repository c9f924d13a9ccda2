import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import type { MediaInfo } from '../../ports/media/port.ts';
import { localRecording } from '../storage/recording.ts';
import { followSound } from '../transcripts/follow-sound.ts';
import { savePlayback } from '../videos/update-video.ts';
import { videoById, type VideoRow } from '../videos/find-video.ts';
import type { StepResult, StepHandler, StepRun } from '../videos/pipeline.ts';
import { takesLong } from '../videos/step-jobs.ts';
import { makePlayable, playbackNotes } from '../videos/renditions/playable.ts';

/** Only an attempt shows that it cannot be copied; encoding it is for a job of its own kind. */
class MustBeEncoded extends Error {
  readonly info: MediaInfo;
  constructor(info: MediaInfo) {
    super('The recording must be re-encoded.');
    this.info = info;
  }
}

/** Inspects a sound the member chose, since only inspection tells its playback and duration. */
async function infoOf(
  { media }: World,
  { media: known, wanted_tracks: wanted, workspace_id: owner }: VideoRow,
  file: string | undefined,
  signal: AbortSignal,
): Promise<MediaInfo> {
  if (!known) throw new Problem('internal', { cause: 'playable before inspect' });
  if (file === undefined || wanted?.sound === undefined) return known;
  // A trial has shown that no copy of this sound plays.
  if (known.playback === 'transcode' && known.audio?.stream === wanted.sound) return known;
  const { captionTracks, sounds } = known;
  return {
    ...(await media.inspect(file, signal, { sound: wanted.sound, owner })),
    captionTracks,
    ...(sounds ? { sounds } : {}),
  };
}

/** Indexes the recording, and before that makes a rendition where browsers cannot play it as it is. */
async function madePlayable(world: World, video: VideoRow, run: StepRun, handsOver: boolean): Promise<StepResult> {
  await using original = video.remote ? undefined : await localRecording(world, video, 'whole', run.signal);
  const info = await infoOf(world, video, original?.path, run.signal);
  if (handsOver && takesLong(info)) throw new MustBeEncoded(info);
  const played = await makePlayable(world, video.id, video.remote ?? original!.path, info, {
    signal: run.signal,
    owner: video.workspace_id,
    onProgress: (fraction) => run.progress(fraction, info.reason),
    beforeEncoding(encoded) {
      if (handsOver) throw new MustBeEncoded(encoded);
    },
  });
  const note = [playbackNotes[played.playback], ...(played.unread === undefined ? [] : [played.unread])].join('; ');
  return {
    note,
    async save(tx) {
      const before = await videoById(tx, video.id);
      await savePlayback(tx, video.id, played, true);
      if (before) await followSound(world, tx, before, played.audio?.stream);
    },
  };
}

/** For the job that may take hours. */
export const convertStep: StepHandler = (world, video, run) => madePlayable(world, video, run, false);

/**
 * For the job of what takes a moment: it hands over what must be encoded. What plays plays on meanwhile, as its facts
 * say.
 */
export const playableStep: StepHandler = async (world, video, run) => {
  try {
    return await madePlayable(world, video, run, true);
  } catch (error) {
    if (!(error instanceof MustBeEncoded)) throw error;
    const { info } = error;
    return {
      state: 'waiting',
      needsEngine: true,
      ...(video.playable ? {} : { save: (tx) => savePlayback(tx, video.id, info, false) }),
    };
  }
};
