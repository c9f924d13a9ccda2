import type { Queryable } from '../../platform/database/database.ts';
import type { SpeakerTurn } from '../../ports/speech/speakers/port.ts';

/** Returns the speaker turns an engine heard in a video; undefined when none has listened. */
export async function speakerTurnsOf(db: Queryable, videoId: string): Promise<SpeakerTurn[] | undefined> {
  const row = await db.selectFrom('speaker_turns').select('turns').where('video_id', '=', videoId).executeTakeFirst();
  return row?.turns.map(([start, end, speaker]) => ({ start, end, speaker }));
}

/** Forgets who speaks when: another sound is heard from now on. */
export const dropTurns = (tx: Queryable, videoId: string): Promise<unknown> =>
  tx.deleteFrom('speaker_turns').where('video_id', '=', videoId).execute();

export async function keepTurns(
  tx: Queryable,
  videoId: string,
  identity: string,
  found: readonly SpeakerTurn[],
): Promise<void> {
  const turns = JSON.stringify(found.map(({ start, end, speaker }) => [start, end, speaker]));
  await tx
    .insertInto('speaker_turns')
    .values({ video_id: videoId, identity, turns })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet({ identity, turns }))
    .execute();
}
