import { foldText } from '@lectern/contract/rules/folded-text';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export type StoredHighlight = Selectable<Tables['highlights']>;
type Written = Pick<StoredHighlight, 'video_id' | 'start_s' | 'end_s' | 'words' | 'note'>;

/** Most highlights of a member in the whole library; lists show no more of them well. */
export const mostHighlights = 1_000;

/** Loads the highlights of a video in order of time. */
export const highlightsOf = (db: Queryable, videoId: string): Promise<StoredHighlight[]> =>
  db
    .selectFrom('highlights')
    // whole rows: a highlight is shown with all that it has, which is short
    .selectAll()
    .where('video_id', '=', videoId)
    .where('removed_at', 'is', null)
    .orderBy('start_s')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Loads highlights of a member or of one of the member's videos: newest video first, then in order of time. */
export const ownHighlights = (
  db: Queryable,
  { workspaceId, videoId }: { workspaceId: string; videoId?: string | undefined },
) =>
  db
    .selectFrom('highlights')
    .innerJoin('videos', 'videos.id', 'highlights.video_id')
    // whole rows: a highlight is shown with all that it has, which is short
    .selectAll('highlights')
    .select('videos.title')
    .select((eb) =>
      eb
        .selectFrom('chapters')
        .select('chapters.title')
        .whereRef('chapters.video_id', '=', 'highlights.video_id')
        .whereRef('chapters.start_s', '<=', 'highlights.start_s')
        .orderBy('chapters.start_s', 'desc')
        .limit(1)
        .as('chapter'),
    )
    .where('videos.workspace_id', '=', workspaceId)
    .where('videos.deleted_at', 'is', null)
    .where('removed_at', 'is', null)
    .$if(videoId !== undefined, (query) => query.where('highlights.video_id', '=', videoId!))
    .orderBy('videos.created_at', 'desc')
    .orderBy('videos.id')
    .orderBy('highlights.start_s')
    .orderBy('highlights.created_at')
    .orderBy('highlights.id')
    .execute();

/** How many a member has over the whole library. */
export async function countHighlights(tx: Queryable, workspaceId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('highlights')
    .innerJoin('videos', 'videos.id', 'highlights.video_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('videos.workspace_id', '=', workspaceId)
    .where('videos.deleted_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** A member's own one, also while it is removed; undefined for another member's. */
export const ownHighlight = (db: Queryable, workspaceId: string, id: string): Promise<StoredHighlight | undefined> =>
  db
    .selectFrom('highlights')
    .innerJoin('videos', 'videos.id', 'highlights.video_id')
    .selectAll('highlights')
    .where('highlights.id', '=', id)
    .where('videos.workspace_id', '=', workspaceId)
    .where('videos.deleted_at', 'is', null)
    .executeTakeFirst();

/** The same words of the same lines, if they are marked already. */
export const sameHighlight = (tx: Queryable, { video_id, start_s, end_s, words }: Written) =>
  tx
    .selectFrom('highlights')
    .selectAll()
    .where('video_id', '=', video_id)
    .where('start_s', '=', start_s)
    .where('end_s', '=', end_s)
    .where('words', '=', words)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

export const insertHighlights = (
  tx: Queryable,
  rows: readonly (Written & Pick<StoredHighlight, 'created_by'> & { created_at?: Date })[],
): Promise<StoredHighlight[]> =>
  tx
    .insertInto('highlights')
    .values(rows.map((row) => ({ ...row, ...foldedTexts(row) })))
    // whole rows: a highlight is shown with all that it has, which is short
    .returningAll()
    .execute();

/** Folds the given fields of a highlight for the search. */
export const foldedTexts = ({ words, note }: { words?: string; note?: string }) => ({
  ...(words === undefined ? {} : { folded_words: foldText(words) }),
  ...(note === undefined ? {} : { folded_note: foldText(note) }),
});

export const changeHighlight = (
  tx: Queryable,
  id: string,
  change: Partial<
    Pick<StoredHighlight, 'start_s' | 'end_s' | 'words' | 'note' | 'noted_by' | 'noted_at' | 'removed_at'>
  >,
): Promise<StoredHighlight> =>
  tx
    .updateTable('highlights')
    .set({ ...change, ...foldedTexts(change) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const purgeDeletedHighlights = (db: Queryable, before: Date) =>
  db.deleteFrom('highlights').where('removed_at', '<', before).execute();
