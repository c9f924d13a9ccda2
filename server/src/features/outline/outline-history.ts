import type { Queryable } from '../../platform/database/database.ts';
import type { StoredOutline } from '../../platform/database/stored-outline.ts';
import { changeOutlineTexts } from '../videos/outline-texts.ts';
import { chaptersOf, type PresentChapter, replaceChapters } from './chapters-of.ts';

/** An outline whose quotes stand in the transcript. */
export type PresentOutline = Omit<StoredOutline, 'chapters'> & { chapters: PresentChapter[] };

/** Everything an engine writes of a video, as it is stored, with what a person has edited of it. */
export async function outlineOf(tx: Queryable, videoId: string): Promise<PresentOutline> {
  const texts = await tx
    .selectFrom('videos')
    .select([
      'title',
      'title_edited as title_by_person',
      'description',
      'description_by_person',
      'summary',
      'summary_by_person',
      'outline_engine',
      'outline_transcript_digest as outline_of',
    ])
    .where('id', '=', videoId)
    .executeTakeFirstOrThrow();
  return { ...texts, chapters: await chaptersOf(tx, videoId) };
}

/** Puts an outline into the place of the present one, the ids of its chapters included. */
export async function replaceOutline(
  tx: Queryable,
  videoId: string,
  { chapters, ...texts }: PresentOutline,
): Promise<void> {
  await changeOutlineTexts(tx, videoId, texts);
  await replaceChapters(tx, videoId, chapters);
}

/** Returns the outline that the last regeneration of a video replaced. */
export const earlierOutline = (db: Queryable, videoId: string) =>
  db.selectFrom('outline_history').selectAll().where('video_id', '=', videoId).executeTakeFirst();

/** Keeps what a regeneration is about to replace; it takes the place of what an earlier one had replaced. */
export async function saveOutlineHistory(
  tx: Queryable,
  videoId: string,
  { kind, outline, at }: { kind: 'chapters' | 'summary' | 'redrawn' | 'titled'; outline: StoredOutline; at: Date },
): Promise<void> {
  const kept = { kind, regenerated_at: at, restored: false, outline: JSON.stringify(outline) };
  await tx
    .insertInto('outline_history')
    .values({ video_id: videoId, ...kept })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(kept))
    .execute();
}

/** Puts another outline into the place of the one that is kept. `restored`: that one is back in its place. */
export async function replaceOutlineHistory(
  tx: Queryable,
  videoId: string,
  outline: StoredOutline,
  restored: boolean,
): Promise<void> {
  await tx
    .updateTable('outline_history')
    .set({ restored, outline: JSON.stringify(outline) })
    .where('video_id', '=', videoId)
    .execute();
}

/** The outline that is kept is of a transcript of another digest, if it was of the one that became it. */
export async function earlierFollows(tx: Queryable, videoId: string, from: string, to: string): Promise<void> {
  const earlier = await earlierOutline(tx, videoId);
  if (earlier?.outline.outline_of !== from) return;
  await replaceOutlineHistory(tx, videoId, { ...earlier.outline, outline_of: to }, earlier.restored);
}
