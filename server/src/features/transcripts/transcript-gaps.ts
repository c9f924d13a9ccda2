import type { TranscriptGap } from '@lectern/contract/videos/videos';
import type { Queryable } from '../../platform/database/database.ts';

/** Where something is heard in a video and its transcript has no words, in order. */
export async function transcriptGapsOf(db: Queryable, videoId: string): Promise<TranscriptGap[]> {
  const rows = await db
    .selectFrom('transcript_gaps')
    .select(['start_s', 'end_s', 'speech'])
    .where('video_id', '=', videoId)
    .orderBy('start_s')
    .execute();
  return rows.map(({ start_s, end_s, speech }) => ({ start: start_s, end: end_s, speech }));
}

/** Replaces a video's gaps. */
export async function replaceGaps(tx: Queryable, videoId: string, gaps: readonly TranscriptGap[]): Promise<void> {
  await tx.deleteFrom('transcript_gaps').where('video_id', '=', videoId).execute();
  if (gaps.length > 0)
    await tx
      .insertInto('transcript_gaps')
      .values(gaps.map(({ start, end, speech }) => ({ video_id: videoId, start_s: start, end_s: end, speech })))
      .execute();
}
