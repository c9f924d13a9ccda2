import type { Highlight } from '@lectern/contract/editing/highlights';
import type { Queryable } from '../../../platform/database/database.ts';
import { countHighlights, highlightsOf, insertHighlights, mostHighlights } from './store.ts';

type Kept = Pick<Highlight, 'start' | 'end' | 'words' | 'note' | 'created_at'>;

/** The highlights of a video as an archive keeps them, in the order of time. */
export async function readHighlightsForExport(db: Queryable, videoId: string): Promise<Kept[]> {
  const rows = await highlightsOf(db, videoId);
  return rows.map(({ start_s: start, end_s: end, words, note, created_at }) => ({
    start,
    end,
    words,
    note,
    created_at: created_at.toISOString(),
  }));
}

/** Gives a member's video the highlights of an archive, as many as the member has room for. */
export async function restoreHighlights(
  tx: Queryable,
  { workspaceId, videoId, createdBy }: { workspaceId: string; videoId: string; createdBy: string | null },
  kept: readonly Kept[],
): Promise<void> {
  const room = Math.max(0, mostHighlights - (await countHighlights(tx, workspaceId)));
  const taken = kept.slice(0, room);
  if (taken.length === 0) return;
  await insertHighlights(
    tx,
    taken.map(({ start, end, words, note, created_at }) => ({
      video_id: videoId,
      created_by: createdBy,
      start_s: start,
      end_s: end,
      words,
      note,
      created_at: new Date(created_at),
    })),
  );
}
