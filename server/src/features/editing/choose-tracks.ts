import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { transcriptRoutes } from '@lectern/contract/transcripts';
import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { heardSound, type MediaInfo } from '../../ports/media/port.ts';
import { captionFileOf } from '../transcripts/caption-file.ts';
import { editedCuesOf } from '../transcripts/cues.ts';
import { dropTurns } from '../transcripts/kept-turns.ts';
import { saveMedia, saveWantedTracks } from '../videos/facts.ts';
import { ownVideo, type VideoRow } from '../videos/find.ts';
import { lockVideo } from '../videos/lock.ts';
import { remakeSteps, rerunFrom } from '../videos/pipeline.ts';
import { choiceOf, takenFor } from './tracks.ts';

type Wish = Input<typeof transcriptRoutes.chooseTracks>;

/** The sound that is wished, where it is another one than is heard. Throws `no_such_track`. */
function newSound({ audio, sounds }: MediaInfo, { sound }: Wish): MediaInfo['audio'] {
  if (sound === undefined || sound === audio?.stream) return undefined;
  const found = sounds?.find(({ stream }) => stream === sound);
  if (!found) throw new Problem('no_such_track');
  return heardSound(found);
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

/**
 * Has another sound heard, or the transcript made from other captions, and all that depends on it made again. What a person has
 * corrected is replaced only where they know of it.
 */
export async function chooseTracks(ctx: Context<'active'>, wish: Wish): Promise<{ msg: string }> {
  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, wish.passthrough);
    const video = await ownVideo(tx, ctx.member.id, wish.passthrough);
    const { id, media, wanted_tracks: wanted } = video;
    if (!media || choiceOf(video) !== 'several') throw new Problem('no_such_track');
    const heard = newSound(media, wish);
    // What was chosen before and is still being made counts, not what it replaces.
    const taken = wanted?.captions ?? takenFor(video);
    const captions = wish.captions === taken ? undefined : wish.captions;
    if (captions !== undefined) await refuseMissing(ctx, tx, video, captions);
    const isReplaced = captions !== undefined || (heard !== undefined && taken === 'speech' && wish.again);
    if (!heard && !isReplaced) return { msg: 'Nothing was changed.' };
    const corrected = (await editedCuesOf(tx, id)).length;
    if (isReplaced && corrected > wish.corrected) throw new Problem('lines_corrected');

    // Captions follow the language of the sound where nobody says otherwise: a transcript that is kept is said to be wanted.
    const kept = captions ?? taken ?? undefined;
    const { captions: _, ...others } = wanted ?? {};
    await saveWantedTracks(tx, id, {
      ...others,
      ...(heard?.stream === undefined ? {} : { sound: heard.stream }),
      ...(kept === undefined || kept === 'file' ? {} : { captions: kept }),
    });
    if (heard) {
      await saveMedia(tx, id, { ...media, audio: heard });
      await remakeSteps(ctx, tx, id, 'playable');
    }
    if (heard && isReplaced) await dropTurns(tx, id);
    if (isReplaced) await rerunFrom(ctx, tx, id, 'transcript');
    // Where something is heard that nobody wrote down is another matter in another sound. No corrected line is risked for it.
    else if (typeof kept === 'number' && corrected === 0) await remakeSteps(ctx, tx, id, 'transcript', 'search');
    const what = [heard && 'sound', isReplaced && 'transcript'].filter(Boolean).join(' and the ');
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
    const video = await ownVideo(tx, ctx.member.id, passthrough);
    if (choiceOf(video) === 'unlooked') await remakeSteps(ctx, tx, video.id, 'inspect');
    return { msg: 'Looking for other tracks.' };
  });
}
