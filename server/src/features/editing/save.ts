import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { videoRoutes } from '@lectern/contract/videos/videos';
import { type Context, requireOwnAccount } from '../../platform/http/context.ts';
import { refuseShort } from '../../platform/http/refuse-short.ts';
import { chaptersOf, chaptersVersion } from '../outline/chapters-of.ts';
import { deleteReview, saveReview } from '../outline/marking.ts';
import { saveChapters } from '../outline/save-chapters.ts';
import { nameUpload } from '../uploads/name-upload.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { changedElsewhere } from '../accounts/workspaces/changed-elsewhere.ts';
import { chapterEdits, chapterFields, lastEdit, recordEdits } from './history/edits.ts';
import { ownVideo, type VideoRow } from '../videos/find-video.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { saveTexts } from '../videos/outline-texts.ts';

const texts = ['title', 'description', 'summary'] as const;

type Edits = Input<typeof videoRoutes.save>;

/** Conflict about a text of the recording itself, which reads otherwise by now. */
const textChanged = async (
  ctx: Context<'member'>,
  tx: Queryable,
  video: VideoRow,
  field: (typeof texts)[number],
): Promise<Problem> =>
  changedElsewhere(tx, ctx, await lastEdit(tx, video.id, { fields: [field] }), {
    code: 'text_changed',
    rest: `It now reads: “${video[field]}” Save again to overwrite it.`,
  });

const chaptersChanged = async (ctx: Context<'member'>, tx: Queryable, videoId: string): Promise<Problem> =>
  changedElsewhere(tx, ctx, await lastEdit(tx, videoId, { fields: chapterFields }), {
    code: 'chapters_changed',
    what: 'the chapters',
    rest: 'Please reload the page.',
  });

/** Saves all chapters, and answers their new version. */
async function saveList(
  ctx: Context<'member'>,
  tx: Queryable,
  video: VideoRow,
  chapters: NonNullable<Edits['chapters']>,
  version: string | undefined,
): Promise<string> {
  try {
    const { before, after } = await saveChapters(ctx, tx, video, chapters, version);
    await recordEdits(tx, ctx, video.id, chapterEdits(before, after));
    return chaptersVersion(after);
  } catch (error) {
    if (error instanceof Problem && error.code === 'chapters_changed') throw await chaptersChanged(ctx, tx, video.id);
    throw error;
  }
}

/**
 * Saves a person's texts; titles with `userId` are provisional until the first outline. Throws `bad_request` for
 * missing or short texts, `chapters_changed` or `text_changed` for an outdated page.
 */
export async function saveVideo(
  ctx: Context<'member'>,
  edits: Edits,
): Promise<{ msg: string; chapters_version?: string }> {
  const { passthrough, userId, title, description, summary, chapters, chapters_version: version, reviewed } = edits;
  const { before = {} } = edits;
  if ([title, description, summary, chapters, reviewed].every((part) => part === undefined))
    throw new Problem('nothing_to_change');
  if (userId !== undefined) requireOwnAccount(ctx, userId);
  return ctx.database.transaction(async (tx) => {
    if (title !== undefined && userId !== undefined && (await nameUpload(tx, ctx.workspace.id, passthrough, title)))
      return { msg: 'Saved.' };
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.workspace.id, passthrough);
    for (const field of texts)
      if (before[field] !== undefined && before[field] !== video[field]) throw await textChanged(ctx, tx, video, field);
    if (description === '' && video.description !== '')
      throw new Problem('bad_request', { detail: 'Please write a description.' });
    if (summary !== undefined && summary !== video.summary) refuseShort(summary, 'summary');
    const isProvisional = userId !== undefined && video.outline_engine === null && !video.title_edited;
    await saveTexts(tx, video, { title, description, summary }, { titleByPerson: !isProvisional });
    if (reviewed && !chapters && version !== chaptersVersion(await chaptersOf(tx, video.id)))
      throw await chaptersChanged(ctx, tx, video.id);
    await recordEdits(
      tx,
      ctx,
      video.id,
      texts.map((field) => ({ field, before: video[field], after: edits[field] ?? video[field] })),
    );
    const saved = chapters ? { chapters_version: await saveList(ctx, tx, video, chapters, version) } : {};
    if (reviewed) await saveReview(tx, video.id, ctx.now());
    else if (reviewed === false) await deleteReview(tx, video.id);
    return { msg: 'Saved.', ...saved };
  });
}
