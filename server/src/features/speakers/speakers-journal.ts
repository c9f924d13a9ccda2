import type { Queryable } from '../../platform/database/database.ts';
import type { SpeakersJournal } from '../../ports/speech/speakers/port.ts';

/** The journal of telling the speakers of a video apart. What was found under another identity is thrown away. */
export async function openSpeakersJournal(db: Queryable, videoId: string, identity: string): Promise<SpeakersJournal> {
  await db.deleteFrom('speaker_parts').where('video_id', '=', videoId).where('identity', '!=', identity).execute();
  const rows = await db
    .selectFrom('speaker_parts')
    .select('speakers')
    .where('video_id', '=', videoId)
    .orderBy('n')
    .execute();
  const parts = rows.map(({ speakers }) => speakers);
  return {
    parts,
    async addPart(speakers) {
      const row = { video_id: videoId, n: parts.length, identity, speakers: JSON.stringify(speakers) };
      await db.insertInto('speaker_parts').values(row).execute();
      parts.push([...speakers]);
    },
  };
}

/** Forgets a work that is done, and with it what the voices sound like. */
export const closeSpeakersJournal = (tx: Queryable, videoId: string): Promise<unknown> =>
  tx.deleteFrom('speaker_parts').where('video_id', '=', videoId).execute();
