import { sql } from 'kysely';
import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { replaceSlides, slidesOf } from '../slides/kept-slides.ts';
import { cuesOf, saveSpans } from '../transcripts/cues.ts';
import { spansOf } from '../transcripts/spans.ts';
import { lockVideoIfThere } from '../videos/lock.ts';

/** Folds what an older version has put into the search as it stood, one recording after the other. Repeatable. */
export async function sweepSearch({ database }: Pick<World, 'database'>): Promise<void> {
  for (const id of await unfoldedVideos(database.kysely))
    await database.transaction(async (tx) => {
      if (!(await lockVideoIfThere(tx, id))) return;
      await saveSpans(tx, id, spansOf(await cuesOf(tx, id)));
      await replaceSlides(tx, id, await slidesOf(tx, id));
    });
}

/** The videos with a transcript in the search, or slides, that are not folded. */
async function unfoldedVideos(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from videos where deleted_at is null and (
      exists (select from cues where video_id = videos.id and n = 0 and span is not null and span_own is null)
      or exists (select from slides where video_id = videos.id and folded is null))
    order by created_at desc`.execute(db);
  return rows.map(({ id }) => id);
}
