import type { Queryable } from '../../platform/database/database.ts';

type Texts = { title: string; description: string; summary: string };

/**
 * Saves the engine's title, description and summary, each only where no person has written one: the row is asked,
 * because the person may have done so while the engine ran.
 */
export async function saveOutlineTexts(tx: Queryable, videoId: string, made: Texts, engine: string): Promise<void> {
  await tx
    .updateTable('videos')
    .set(({ eb, ref }) => ({
      title: eb.case().when(ref('title_by_person'), '=', true).then(ref('title')).else(made.title).end(),
      description: eb
        .case()
        .when(ref('description_by_person'), '=', true)
        .then(ref('description'))
        .else(made.description)
        .end(),
      summary: eb.case().when(ref('summary_by_person'), '=', true).then(ref('summary')).else(made.summary).end(),
      outline_engine: engine,
    }))
    .where('id', '=', videoId)
    .execute();
}

/** Replaces the summary because the person asked for a new one. */
export async function replaceSummary(tx: Queryable, videoId: string, summary: string): Promise<void> {
  await tx.updateTable('videos').set({ summary, summary_by_person: false }).where('id', '=', videoId).execute();
}

/** Gives texts of an engine other words; they stay the engine's. */
export async function changeOutlineTexts(tx: Queryable, videoId: string, texts: Partial<Texts>): Promise<void> {
  await tx.updateTable('videos').set(texts).where('id', '=', videoId).execute();
}
