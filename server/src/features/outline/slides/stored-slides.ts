import { foldText } from '@lectern/contract/rules/folded-text';
import type { Queryable } from '../../../platform/database/database.ts';

/** A slide with words on it, and the seconds in which it is shown. */
export type StoredSlide = { start: number; end: number; title: string; text: string };

/** The slides of a video in order. */
export async function slidesOf(db: Queryable, videoId: string): Promise<StoredSlide[]> {
  const rows = await db
    .selectFrom('slides')
    .select(['start_s', 'end_s', 'title', 'text'])
    .where('video_id', '=', videoId)
    .orderBy('start_s')
    .execute();
  return rows.map(({ start_s, end_s, title, text }) => ({ start: start_s, end: end_s, title, text }));
}

export async function replaceSlides(tx: Queryable, videoId: string, slides: readonly StoredSlide[]): Promise<void> {
  await tx.deleteFrom('slides').where('video_id', '=', videoId).execute();
  if (slides.length > 0)
    await tx
      .insertInto('slides')
      .values(
        slides.map(({ start, end, title, text }) => ({
          video_id: videoId,
          start_s: start,
          end_s: end,
          title,
          text,
          folded: foldText(text),
        })),
      )
      .execute();
}

/** Folds the slides of a video anew. */
export async function foldSlides(tx: Queryable, videoId: string): Promise<void> {
  for (const { start, text } of await slidesOf(tx, videoId))
    await tx
      .updateTable('slides')
      .set({ folded: foldText(text) })
      .where('video_id', '=', videoId)
      .where('start_s', '=', start)
      .execute();
}
