import type { TitleSource } from '@lectern/chaptering/writing/whole';
import { textLimits } from '@lectern/contract/rules/longest';
import type { Queryable } from '../../platform/database/database.ts';
import type { StoredOutline } from '../../platform/database/stored-outline.ts';
import { truncateText } from '../../platform/text/truncate-text.ts';
import type { VideoRow } from './find-video.ts';

type Texts = { title: string; description: string; summary: string };

/** Texts of a video within what is kept of each. */
export const truncateTexts = <T extends Partial<Texts>>(texts: T): T => ({
  ...texts,
  ...(texts.title === undefined ? {} : { title: truncateText(texts.title, textLimits.title) }),
  ...(texts.description === undefined ? {} : { description: truncateText(texts.description, textLimits.description) }),
  ...(texts.summary === undefined ? {} : { summary: truncateText(texts.summary, textLimits.summary) }),
});

/**
 * Saves the engine's title, description and summary, except those a person wrote meanwhile. `of` is the digest of the
 * source text.
 */
export async function saveOutlineTexts(
  tx: Queryable,
  videoId: string,
  { titleFrom, ...outline }: Texts & { titleFrom: TitleSource },
  { engine, of }: { engine: string; of: string },
): Promise<void> {
  const made = truncateTexts(outline);
  await tx
    .updateTable('videos')
    .set(({ eb, ref }) => ({
      title: eb.case().when(ref('title_edited'), '=', true).then(ref('title')).else(made.title).end(),
      title_from: titleFrom === 'model' || titleFrom === 'file' ? null : titleFrom,
      description: eb
        .case()
        .when(ref('description_by_person'), '=', true)
        .then(ref('description'))
        .else(made.description)
        .end(),
      summary: eb.case().when(ref('summary_by_person'), '=', true).then(ref('summary')).else(made.summary).end(),
      outline_engine: engine,
      outline_transcript_digest: of,
    }))
    .where('id', '=', videoId)
    .execute();
}

/** Replaces the summary because the person asked for a new one. */
export async function replaceSummary(tx: Queryable, videoId: string, summary: string): Promise<void> {
  await tx
    .updateTable('videos')
    .set({ ...truncateTexts({ summary }), summary_by_person: false })
    .where('id', '=', videoId)
    .execute();
}

/** Gives texts other words. Whose they are stays as it is, where it is not told as well. */
export async function changeOutlineTexts(
  tx: Queryable,
  videoId: string,
  {
    title_by_person: title_edited,
    outline_of: outline_transcript_digest,
    title_from = null,
    ...rest
  }: Partial<Omit<StoredOutline, 'chapters'>>,
): Promise<void> {
  const source = rest.title === undefined ? {} : { title_from };
  const changes = { ...truncateTexts(rest), ...source, title_edited, outline_transcript_digest };
  await tx.updateTable('videos').set(changes).where('id', '=', videoId).execute();
}

/** Saves what a person wrote, or the provisional title that came with an upload. */
export async function saveTexts(
  tx: Queryable,
  video: VideoRow,
  { title, description, summary }: { [Name in keyof Texts]?: string | undefined },
  { titleByPerson }: { titleByPerson: boolean },
): Promise<void> {
  const changes = {
    ...(title !== undefined && title !== video.title ? { title, title_edited: titleByPerson } : {}),
    ...(description !== undefined && description !== video.description
      ? { description, description_by_person: true }
      : {}),
    ...(summary !== undefined && summary !== video.summary ? { summary, summary_by_person: true } : {}),
  };
  if (Object.keys(changes).length > 0) await tx.updateTable('videos').set(changes).where('id', '=', video.id).execute();
}

/** Describes a recording of which no engine can write, where no person has. */
export const setFallbackDescription = (tx: Queryable, id: string, description: string): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({ description })
    .where('id', '=', id)
    .where('description_by_person', '=', false)
    .execute();
