import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { saveWantedTracks } from '../videos/facts.ts';
import { videoById } from '../videos/find.ts';
import { remakeSteps, rerunFrom } from '../videos/pipeline.ts';
import { editedCuesOf } from './cues.ts';
import { dropTurns } from './kept-turns.ts';

/** Has a transcript follow the sound that plays from now on, as its member wished. The video is locked. */
export async function followSound(world: World, tx: Queryable, id: string): Promise<void> {
  const { again, ...wanted } = (await videoById(tx, id))?.wanted_tracks ?? {};
  if (again) {
    await saveWantedTracks(tx, id, wanted);
    await dropTurns(tx, id);
    await rerunFrom(world, tx, id, 'transcript');
    return;
  }
  // Where something is heard that nobody wrote down is another matter in another sound. No corrected line is risked for it.
  if (typeof wanted.captions === 'number' && (await editedCuesOf(tx, id)).length === 0)
    await remakeSteps(world, tx, id, 'transcript', 'search');
}
