import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { videoRoutes } from '@lectern/contract/videos/videos';
import { type Context, requireOwnAccount } from '../../platform/http/context.ts';
import { refuseShort } from '../../platform/http/refuse-short.ts';
import { chaptersOf, chaptersVersion } from '../outline/chapters-of.ts';
import { deleteReview, saveReview } from '../outline/marking.ts';
import { saveChapters } from '../outline/save-chapters.ts';
import { nameUpload } from '../uploads/name-upload.ts';
import { ownVideo } from '../videos/find-video.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { saveTexts } from '../videos/outline-texts.ts';

const texts = ['title', 'description', 'summary'] as const;

type Edits = Input<typeof videoRoutes.save>;

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
      if (before[field] !== undefined && before[field] !== video[field]) throw new Problem('text_changed');
    if (description === '' && video.description !== '')
      throw new Problem('bad_request', { detail: 'Please write a description.' });
    if (summary !== undefined && summary !== video.summary) refuseShort(summary, 'summary');
    const isProvisional = userId !== undefined && video.outline_engine === null && !video.title_edited;
    await saveTexts(tx, video, { title, description, summary }, { titleByPerson: !isProvisional });
    if (reviewed && !chapters && version !== chaptersVersion(await chaptersOf(tx, video.id)))
      throw new Problem('chapters_changed');
    const saved = chapters ? { chapters_version: await saveChapters(ctx, tx, video, chapters, version) } : {};
    if (reviewed) await saveReview(tx, video.id, ctx.now());
    else if (reviewed === false) await deleteReview(tx, video.id);
    return { msg: 'Saved.', ...saved };
  });
}
