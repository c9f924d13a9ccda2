import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Queryable } from '../../platform/database/database.ts';
import type { SpeechJournal, SpeechSegment } from '../../ports/speech/port.ts';

/** The journal of a video's recognition. What an engine of another identity left is thrown away. */
export async function openJournal(db: Queryable, videoId: string, identity: string): Promise<SpeechJournal> {
  await db.deleteFrom('speech_runs').where('video_id', '=', videoId).where('identity', '!=', identity).execute();
  await db.deleteFrom('speech_answers').where('video_id', '=', videoId).where('identity', '!=', identity).execute();
  await db
    .insertInto('speech_runs')
    .values({ video_id: videoId, identity })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const run = await db
    .selectFrom('speech_runs')
    .select('job')
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('speech_segments')
    .select(['start_s', 'end_s', 'words', 'language'])
    .where('video_id', '=', videoId)
    .orderBy('n')
    .execute();
  const segments: SpeechSegment[] = rows.map(({ start_s, end_s, words, language }) => ({
    start: start_s,
    end: end_s,
    words,
    ...(language === null ? {} : { language }),
  }));
  let { job } = run;
  return {
    segments,
    get job() {
      return job ?? undefined;
    },
    async addSegment(segment) {
      await db
        .insertInto('speech_segments')
        .values({
          video_id: videoId,
          n: segments.length,
          start_s: segment.start,
          end_s: segment.end,
          words: JSON.stringify(segment.words),
          language: segment.language ?? null,
        })
        .execute();
      segments.push(segment);
    },
    async saveJob(next) {
      await db
        .updateTable('speech_runs')
        .set({ job: next ?? null })
        .where('video_id', '=', videoId)
        .execute();
      job = next ?? null;
    },
    async answer(name) {
      const row = await db
        .selectFrom('speech_answers')
        .select('body')
        .where('video_id', '=', videoId)
        .where('name', '=', name)
        .executeTakeFirst();
      return row && (await promisify(gunzip)(row.body)).toString();
    },
    async keepAnswer(name, text) {
      const body = await promisify(gzip)(text);
      await db
        .insertInto('speech_answers')
        .values({ video_id: videoId, identity, name, body })
        .onConflict((conflict) => conflict.columns(['video_id', 'name']).doUpdateSet({ body, received_at: new Date() }))
        .execute();
    },
  };
}

/** Forgets a recognition whose transcript is saved. */
export const closeJournal = (tx: Queryable, videoId: string): Promise<unknown> =>
  tx.deleteFrom('speech_runs').where('video_id', '=', videoId).execute();
