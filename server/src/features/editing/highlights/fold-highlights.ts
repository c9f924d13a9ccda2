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
