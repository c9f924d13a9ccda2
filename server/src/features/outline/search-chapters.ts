import type { Way } from '@lectern/contract/rules/folded-text';
import type { ChapterPart } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { quoteIsPublic } from './verify-quotes.ts';
import { standsInColumn } from '../transcripts/search-query.ts';

/**
 * A text of a chapter in which something stands; `said` is where a quote was cut, in seconds; strangers see it only
 * where `is_public`.
 */
type ChapterText = {
  video_id: string;
  start_s: number;
  title: string;
  field: ChapterPart;
  text: string;
  said: number | null;
  is_public: boolean;
};

/** The texts of chapters in which something stands, by video, in their order. */
export async function textsOfChapters(db: Queryable, videoIds: readonly string[], way: Way): Promise<ChapterText[]> {
  if (videoIds.length === 0) return [];
  const { rows } = await sql<ChapterText>`
    select chapters.video_id, chapters.start_s, chapters.title,
      case place when 1 then 'title' when 2 then 'summary' else 'quote' end as field,
      case place when 1 then chapters.title when 2 then chapters.summary else quote ->> 'quote' end as text,
      (quote ->> 'start')::float8 as said,
      coalesce(${quoteIsPublic}, false) as is_public
    from chapters
    cross join unnest(chapters.folded) with ordinality as each (folded, place)
    left join lateral (select chapters.quotes -> (place - 3)::int as quote where place > 2) cut on true
    where chapters.video_id = any(${sql.val([...videoIds])}::uuid[]) and ${standsInColumn(way, 'each.folded')}
    order by chapters.video_id, chapters.n, place`.execute(db);
  return rows;
}
