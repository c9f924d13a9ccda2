import type { Way } from '@lectern/contract/rules/folded-text';
import type { ChapterPart } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import { containsPattern } from '../../platform/database/column-types.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { quoteIsPublic } from './verify-quotes.ts';
import { standsInColumn } from '../transcripts/search-query.ts';

/**
 * A text of a chapter in which something stands; `said` is where a quote was cut, in seconds; strangers see it only
 * where `is_public`.
 */
export type ChapterText = {
  video_id: string;
  start_s: number;
  title: string;
  field: ChapterPart;
  text: string;
  said: number | null;
  is_public: boolean;
};

/** For each way the texts of chapters in which all of it stands, by video, in their order. All are read once. */
export async function textsOfChapters(
  db: Queryable,
  videoIds: readonly string[],
  ways: readonly Way[],
): Promise<ChapterText[][]> {
  if (videoIds.length === 0) return ways.map(() => []);
  const patterns = ways.map(({ words: [lead = ''] }) => containsPattern(lead));
  const { rows } = await sql<ChapterText & { found_by: boolean[] }>`
    select chapters.video_id, chapters.start_s, chapters.title,
      case place when 1 then 'title' when 2 then 'summary' else 'quote' end as field,
      case place when 1 then chapters.title when 2 then chapters.summary else quote ->> 'quote' end as text,
      (quote ->> 'start')::float8 as said,
      coalesce(${quoteIsPublic}, false) as is_public, found_by
    from (
      select * from chapters
      where video_id = any(${sql.val([...videoIds])}::uuid[])
        and array_to_string(folded, chr(10)) like any (${sql.val(patterns)}::text[])
      offset 0
    ) chapters
    cross join unnest(chapters.folded) with ordinality as each (folded, place)
    cross join lateral (select array[${sql.join(ways.map((way) => standsInColumn(way, 'each.folded')))}] as found_by) found
    left join lateral (select chapters.quotes -> (place - 3)::int as quote where place > 2) cut on true
    where true = any (found_by)
    order by chapters.video_id, chapters.n, place`.execute(db);
  return ways.map((_, n) => rows.filter(({ found_by }) => found_by[n]));
}
