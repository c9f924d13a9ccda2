import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { saveWantedTracks } from '../videos/update-video.ts';
import type { VideoRow } from '../videos/find-video.ts';
import { remakeSteps, rerunFrom } from '../videos/pipeline.ts';
import { type StepRow, stepRowsOf } from '../videos/step-jobs.ts';
import { editedCuesOf } from './cues.ts';
import { dropTurns } from './label-cues.ts';

/** The sound whose words were recognised; undefined where they are from captions. An older version heard what plays. */
export const soundOfWords = ({ transcript_source: source, captions_read: read, playable, media }: VideoRow) =>
  source === 'speech' ? (read?.sound ?? (playable ? media?.audio?.stream : undefined)) : undefined;

/** Whether no other transcript is on its way. */
export const isTranscriptMade = (steps: readonly StepRow[]): boolean =>
  !steps.some(({ step, state }) => step === 'transcript' && (state === 'waiting' || state === 'running'));

/** Has the words recognised once more, in the sound that plays. */
export async function rerunRecognition(world: World, tx: Queryable, id: string): Promise<void> {
  await dropTurns(tx, id);
  await rerunFrom(world, tx, id, 'transcript');
}

/**
 * Has a transcript follow the sound that plays from now on, as its member wished; `before` is the row of the locked
 * video.
 */
export async function followSound(
  world: World,
  tx: Queryable,
  before: VideoRow,
  playing: number | undefined,
): Promise<void> {
  const { id } = before;
  const { again, ...wanted } = before.wanted_tracks ?? {};
  const corrected = (await editedCuesOf(tx, id)).length;
  if (again !== undefined) {
    await saveWantedTracks(tx, id, wanted);
    const isOfIt = soundOfWords(before) === playing && isTranscriptMade(await stepRowsOf(tx, [id]));
    // Lines corrected since are kept: their member may have the words recognised all the same.
    if (!isOfIt && corrected <= again) await rerunRecognition(world, tx, id);
    return;
  }
  // Where something is heard that nobody wrote down is another matter in another sound. No corrected line is risked for it.
  if (typeof wanted.captions === 'number' && corrected === 0 && playing !== before.media?.audio?.stream)
    await remakeSteps(world, tx, id, 'transcript', 'search');
}
