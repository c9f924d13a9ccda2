import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { videoRoutes } from '@lectern/contract/videos';
import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { saveChapters } from '../chapters/save-chapters.ts';
import { ownVideo, type VideoRow } from './find.ts';
import { lockVideo } from './lock.ts';

const texts = ['title', 'description', 'summary'] as const;

type Edits = Input<typeof videoRoutes.save>;

/**
 * Saves what a person wrote. A title that comes with the userId is the uploader's provisional one, from the file
 * name; the engine may replace it. Everything else is the person's own and survives regeneration.
 * Throws `chapters_changed` for chapters that were made from others than the present ones, and `text_changed` for a
 * text that was written in the place of another one.
 */
export async function saveVideo(
  ctx: Context<'member'>,
  edits: Edits,
): Promise<{ msg: string; chapters_version?: string }> {
  const { passthrough, userId, title, description, summary, chapters, chapters_version: version, before = {} } = edits;
  if (title === undefined && description === undefined && summary === undefined && chapters === undefined)
    throw new Problem('nothing_to_change');
  if (userId !== undefined && userId !== ctx.member.id) throw new Problem('not_found');
  return ctx.database.transaction(async (tx) => {
    if (title !== undefined && userId !== undefined && (await nameUpload(tx, userId, passthrough, title)))
      return { msg: 'Saved.' };
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.member.id, passthrough);
    for (const field of texts)
      if (before[field] !== undefined && before[field] !== video[field]) throw new Problem('text_changed');
    await saveTexts(tx, video, { title, description, summary }, userId === undefined);
    if (!chapters) return { msg: 'Saved.' };
    return { msg: 'Saved.', chapters_version: await saveChapters(tx, video, chapters, version) };
  });
}

/** The title of a recording that is still on its way; false when it has arrived. */
async function nameUpload(tx: Queryable, userId: string, id: string, title: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ title })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

type Texts = { title?: string | undefined; description?: string | undefined; summary?: string | undefined };

async function saveTexts(
  tx: Queryable,
  video: VideoRow,
  { title, description, summary }: Texts,
  byPerson: boolean,
): Promise<void> {
  const changes = {
    ...(title !== undefined && title !== video.title ? { title, title_by_person: byPerson } : {}),
    ...(description !== undefined && description !== video.description
      ? { description, description_by_person: byPerson }
      : {}),
    ...(summary !== undefined && summary !== video.summary ? { summary, summary_by_person: byPerson } : {}),
  };
  if (Object.keys(changes).length > 0) await tx.updateTable('videos').set(changes).where('id', '=', video.id).execute();
}
