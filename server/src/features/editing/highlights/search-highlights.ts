import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { foldedTexts } from './store.ts';

/** Puts the words and notes of a video's highlights into the search as they are folded today. */
export async function foldHighlights(tx: Queryable, videoId: string): Promise<void> {
  const rows = await tx
    .selectFrom('highlights')
    .select(['id', 'words', 'note'])
    .where('video_id', '=', videoId)
    .execute();
  for (const { id, words, note } of rows)
    await tx.updateTable('highlights').set(foldedTexts({ words, note })).where('id', '=', id).execute();
}

/** A highlight in which something was found; `text` is what holds it, the words or the note. Seconds. */
export type FoundHighlight = { start: number; end: number; text: string; where: 'words' | 'note' };

/** The highlights of some videos in whose words or notes something stands, by video, in the order of time. */
export async function highlightsWith(
  db: Queryable,
  videoIds: readonly string[],
  standsIn: (foldedColumn: string) => RawBuilder<boolean>,
): Promise<ReadonlyMap<string, FoundHighlight[]>> {
  if (videoIds.length === 0) return new Map();
  const { rows } = await sql<FoundHighlight & { video_id: string }>`
    select distinct on (video_id, start_s, id)
      video_id, start_s as start, end_s as "end", case place when 1 then words else note end as text,
      case place when 1 then 'words' else 'note' end as where
    from highlights
    cross join lateral (values (1, folded_words), (2, folded_note)) as each (place, folded)
    where video_id = any(${sql.val([...videoIds])}::uuid[]) and removed_at is null and ${standsIn('each.folded')}
    order by video_id, start_s, id, place`.execute(db);
  return Map.groupBy(rows, ({ video_id }) => video_id);
}
