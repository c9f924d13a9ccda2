import type { Marking } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';

/** The texts of a row of `videos` that a machine wrote and no person has edited. Without chapters none has written. */
const machineTexts = sql`
  chapters cross join lateral (values
    (videos.title, videos.title_edited),
    (videos.description, videos.description_by_person),
    (videos.summary, videos.summary_by_person),
    (chapters.title, 'title' = any(chapters.edited)),
    (chapters.summary, 'summary' = any(chapters.edited))
  ) as each (text, by_person)
  where chapters.video_id = videos.id and each.text <> '' and not each.by_person`;

const digest = sql`left(md5(each.text), 16)`;

/** Whether recordings show texts of a machine that nobody has read, and since when a person stands for them. */
export async function markingsOf(db: Queryable, videoIds: readonly string[]): Promise<(videoId: string) => Marking> {
  const { rows } = await sql<{ id: string; reviewed_at: Date | null; is_unread: boolean }>`
    select videos.id, reviewed_at, exists (
      select from ${machineTexts}
      and (outline_reviews.texts is null or ${digest} <> all(outline_reviews.texts))) as is_unread
    from videos left join outline_reviews on outline_reviews.video_id = videos.id
    where videos.id = any(${sql.val([...videoIds])}::uuid[])`.execute(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  return (videoId) => {
    const { reviewed_at: at = null, is_unread: aiGenerated = false } = known.get(videoId) ?? {};
    return { aiGenerated, reviewedAt: aiGenerated || at === null ? null : at.toISOString() };
  };
}

/** Keeps that a person has read a recording's texts as they stand. */
export async function saveReview(tx: Queryable, videoId: string, at: Date): Promise<void> {
  await sql`
    insert into outline_reviews (video_id, reviewed_at, texts)
    select id, ${at}, array(select distinct ${digest} from ${machineTexts}) from videos where id = ${videoId}
    on conflict (video_id) do update set reviewed_at = excluded.reviewed_at, texts = excluded.texts`.execute(tx);
}

/** Takes back that a person has read a recording's texts. */
export const deleteReview = (tx: Queryable, videoId: string): Promise<unknown> =>
  tx.deleteFrom('outline_reviews').where('video_id', '=', videoId).execute();
