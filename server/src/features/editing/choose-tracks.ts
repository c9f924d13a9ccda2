import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { RecordingTracks, transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import type { Context } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { captionFileOf } from '../transcripts/caption-file.ts';
import { editedCuesOf } from '../transcripts/cues.ts';
import { isTranscriptMade, rerunRecognition, soundOfWords } from '../transcripts/follow-sound.ts';
import { saveWantedTracks } from '../videos/update-video.ts';
import { ownVideo, type VideoRow } from '../videos/find-video.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { remakeSteps, rerunFrom } from '../videos/pipeline.ts';
import { type StepRow, stepRowsOf } from '../videos/step-jobs.ts';
import { getTrackChoice, soundToBe, transcriptSourceOf } from './tracks.ts';

type Wish = Input<typeof transcriptRoutes.chooseTracks>;

/** The sound that is wished, where it is another one than will be heard, or was wished last. Throws `no_such_track`. */
function newSound(video: VideoRow, steps: readonly StepRow[], { sound }: Wish): number | undefined {
  const { media, wanted_tracks: wanted } = video;
  if (sound === undefined) return undefined;
  if (!media?.sounds?.some(({ stream }) => stream === sound)) throw new Problem('no_such_track');
  const isSame = sound === soundToBe(video, steps) && sound === (wanted?.sound ?? sound);
  return isSame ? undefined : sound;
}

/** Throws `no_such_track` where no transcript can be made from what is wished. */
async function refuseMissing(ctx: Context<'active'>, tx: Queryable, video: VideoRow, wish: Wish['captions']) {
  const { media } = video;
  const isThere =
    typeof wish === 'number'
      ? media?.captionTracks.some(({ track, image }) => track === wish && !image)
      : wish === 'speech'
        ? ctx.speech && media?.audio
        : await captionFileOf(tx, video.id);
  if (!isThere) throw new Problem('no_such_track');
}

type Choice = {
  wish: Wish;
  heard: number | undefined;
  captions: Wish['captions'];
  kept: RecordingTracks['taken'];
  sound: number | undefined;
};

/** Whether the words are made anew: what is there, or on its way, is not what is wanted. */
function areWordsReplaced(
  video: VideoRow,
  steps: readonly StepRow[],
  { wish, heard, captions, kept, sound }: Choice,
): boolean {
  const isMade = isTranscriptMade(steps);
  if (captions !== undefined) return captions !== transcriptSourceOf(video) || !isMade;
  if (kept === null) return heard !== undefined;
  if (kept !== 'speech') return false;
  const awaits = video.wanted_tracks?.again !== undefined && transcriptSourceOf(video) !== 'speech';
  const isOfAnother = isMade ? soundOfWords(video) !== sound : heard !== undefined;
  return awaits || (wish.again && isOfAnother);
}

/**
 * Switches to another sound or other captions and remakes all that depends on it. Corrections by a person are replaced
 * only if they know of it.
 */
export async function chooseTracks(ctx: Context<'active'>, wish: Wish): Promise<{ msg: string }> {
  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, wish.passthrough);
    const video = await ownVideo(tx, ctx.workspace.id, wish.passthrough);
    const { id, media, wanted_tracks: wanted } = video;
    if (!media || getTrackChoice(video) !== 'several') throw new Problem('no_such_track');
    const steps = await stepRowsOf(tx, [id]);
    const heard = newSound(video, steps, wish);
    // A choice still being made counts, not the one it replaces.
    const taken = wanted?.captions ?? transcriptSourceOf(video);
    const captions = wish.captions === taken ? undefined : wish.captions;
    if (captions !== undefined) await refuseMissing(ctx, tx, video, captions);
    // Captions follow the language of the sound where nobody says otherwise: a transcript that is kept is said to be wanted.
    const kept = captions ?? taken;
    const sound = heard ?? soundToBe(video, steps) ?? undefined;
    const isReplaced = areWordsReplaced(video, steps, { wish, heard, captions, kept, sound });
    if (heard === undefined && captions === undefined && !isReplaced) return { msg: 'Nothing was changed.' };
    if (isReplaced && (await editedCuesOf(tx, id)).length > wish.corrected) throw new Problem('lines_corrected');

    const isComing = heard !== undefined || sound !== media.audio?.stream;
    const waits = isReplaced && isComing && (kept === 'speech' || kept === null);
    const wantedSound = heard ?? wanted?.sound;
    await saveWantedTracks(tx, id, {
      ...(wantedSound === undefined ? {} : { sound: wantedSound }),
      ...(kept === null || kept === 'file' ? {} : { captions: kept }),
      ...(waits ? { again: wish.corrected } : {}),
    });
    // The old sound stays current until the new one plays; then the transcript follows it.
    if (heard !== undefined) await remakeSteps(ctx, tx, id, 'playable');
    if (isReplaced && !waits) {
      if (kept === 'speech' && wish.again) await rerunRecognition(ctx, tx, id);
      else await rerunFrom(ctx, tx, id, 'transcript');
    }
    if (heard === undefined && !isReplaced) return { msg: 'The transcript stays as it is.' };
    const what = [heard !== undefined && 'sound', isReplaced && 'transcript'].filter(Boolean).join(' and the ');
    return { msg: `The ${what} of this recording will change in a moment.` };
  });
}

/** Looks into the recording once more. What was made of it stays. */
export async function lookForTracks(
  ctx: Context<'active'>,
  { passthrough }: Input<typeof transcriptRoutes.lookForTracks>,
): Promise<{ msg: string }> {
  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.workspace.id, passthrough);
    if (getTrackChoice(video) === 'unlooked') await remakeSteps(ctx, tx, video.id, 'inspect');
    return { msg: 'Looking for other tracks.' };
  });
}
