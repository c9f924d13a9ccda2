import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { SpeakersJournal } from '../../../ports/speech/speakers/port.ts';

/**
 * Opens the speaker journal of a video. Discards results of another identity and keeps nothing for a video deleted
 * meanwhile, perhaps by another process.
 */
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
      await db
        .insertInto('speaker_parts')
        .columns(['video_id', 'n', 'identity', 'speakers'])
        .expression((eb) =>
          eb
            .selectFrom('videos')
            .select([
              'id',
              sql<number>`${parts.length}::int`.as('n'),
              sql<string>`${identity}::text`.as('identity'),
              sql<string>`${JSON.stringify(speakers)}::jsonb`.as('speakers'),
            ])
            .where('id', '=', videoId)
            .where('deleted_at', 'is', null)
            // Waits for a deletion that is on its way, and then finds it.
            .forShare(),
        )
        .execute();
      parts.push([...speakers]);
    },
  };
}

/** Forgets a work that is done or that nobody goes on with, and with it what the voices sound like. */
export const closeSpeakersJournal = (tx: Queryable, videoId: string): Promise<unknown> =>
  tx.deleteFrom('speaker_parts').where('video_id', '=', videoId).execute();
