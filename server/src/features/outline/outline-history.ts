import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { StoredOutline } from '../../platform/database/stored-outline.ts';
import { changeOutlineTexts } from '../videos/outline-texts.ts';
import { chaptersOf, type PresentChapter, updateChapters } from './chapters-of.ts';
import type { EventWriter } from '../../platform/events/events.ts';

/** An outline whose quotes stand in the transcript. */
export type PresentOutline = Omit<StoredOutline, 'chapters'> & { chapters: PresentChapter[] };

/** Everything an engine writes of a video, as it is stored, with what a person has edited of it. */
export async function outlineOf(tx: Queryable, videoId: string): Promise<PresentOutline> {
  const texts = await tx
    .selectFrom('videos')
    .select([
      'title',
      'title_edited as title_by_person',
      'title_from',
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

/** Puts an outline into the place of `present`, the ids of its chapters included. */
export async function replaceOutline(
  world: EventWriter,
  tx: Queryable,
  video: { id: string; workspace_id: string },
  present: PresentOutline,
  { chapters, ...texts }: PresentOutline,
): Promise<void> {
  await changeOutlineTexts(tx, video.id, texts);
  await updateChapters(world, tx, { video, by: 'member' }, present.chapters, chapters);
}

/** Outlines that regenerations of a video have replaced, that are kept. */
const mostKept = 10;

/** Returns the outline that the last regeneration of a video replaced. */
export const earlierOutline = (db: Queryable, videoId: string) =>
  db.selectFrom('outline_history').selectAll().where('video_id', '=', videoId).executeTakeFirst();

/** The same of a regeneration after which there were others. */
export const outlineReplacedAt = (db: Queryable, videoId: string, at: Date) =>
  db
    .selectFrom('earlier_outlines')
    .selectAll()
    .where('video_id', '=', videoId)
    .where('regenerated_at', '=', at)
    .executeTakeFirst();

/** The regenerations of a video whose outlines are kept, newest first. */
export async function keptOutlines(db: Queryable, videoId: string) {
  const columns = ['regenerated_at', 'kind', 'restored'] as const;
  const rows = await db
    .selectFrom('outline_history')
    .select(columns)
    .where('video_id', '=', videoId)
    .unionAll(db.selectFrom('earlier_outlines').select(columns).where('video_id', '=', videoId))
    .orderBy('regenerated_at', 'desc')
    .execute();
  return rows.map(({ regenerated_at, kind, restored }) => ({ at: regenerated_at.toISOString(), kind, restored }));
}

/** Puts what the regeneration before had replaced to the earlier ones, of which the oldest go. */
async function moveToEarlier(tx: Queryable, videoId: string): Promise<void> {
  await sql`insert into earlier_outlines (video_id, regenerated_at, kind, restored, outline)
    select video_id, regenerated_at, kind, restored, outline from outline_history where video_id = ${videoId}
    on conflict do nothing`.execute(tx);
  await sql`delete from earlier_outlines where video_id = ${videoId} and regenerated_at not in (
    select regenerated_at from earlier_outlines where video_id = ${videoId}
    order by regenerated_at desc limit ${mostKept - 1})`.execute(tx);
}

/** Keeps what a regeneration is about to replace, beside what earlier ones have. */
export async function saveOutlineHistory(
  tx: Queryable,
  videoId: string,
  { kind, outline, at }: { kind: 'chapters' | 'summary' | 'redrawn' | 'titled'; outline: StoredOutline; at: Date },
): Promise<void> {
  await moveToEarlier(tx, videoId);
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

/** The same of an earlier regeneration. */
export async function replaceEarlierOutline(
  tx: Queryable,
  videoId: string,
  at: Date,
  outline: StoredOutline,
  restored: boolean,
): Promise<void> {
  await tx
    .updateTable('earlier_outlines')
    .set({ restored, outline: JSON.stringify(outline) })
    .where('video_id', '=', videoId)
    .where('regenerated_at', '=', at)
    .execute();
}

/** The outline that is kept is of a transcript of another digest, if it was of the one that became it. */
export async function earlierFollows(tx: Queryable, videoId: string, from: string, to: string): Promise<void> {
  const earlier = await earlierOutline(tx, videoId);
  if (earlier?.outline.outline_of !== from) return;
  await replaceOutlineHistory(tx, videoId, { ...earlier.outline, outline_of: to }, earlier.restored);
}

const texts = ['title', 'description', 'summary'] as const;
const chapterTexts = ['title', 'summary'] as const;

/** Which text of a video: one of its own, or one of a chapter. */
type Place = { field: (typeof texts)[number] | `chapter_${(typeof chapterTexts)[number]}`; chapterId?: string };

/** A text that an engine wrote; `start` is where its chapter begins. */
type OutlineWords = Place & { start: number; text: string };

/** Lists the texts of an outline that an engine wrote and no person has edited. */
const uneditedIn = (outline: StoredOutline): OutlineWords[] => [
  ...texts
    .filter((field) => !outline[`${field}_by_person`])
    .map((field) => ({ field, start: 0, text: outline[field] })),
  ...outline.chapters.flatMap((chapter) =>
    chapterTexts
      .filter((field) => !chapter.edited.includes(field))
      .map((field) => ({
        field: `chapter_${field}` as const,
        chapterId: chapter.id,
        start: chapter.start,
        text: chapter[field],
      })),
  ),
];

const isPlace = (one: Place, other: Place): boolean => one.field === other.field && one.chapterId === other.chapterId;

/**
 * Lists engine-written texts that no person has edited. Entries marked `earlier` follow; they differ only in the
 * replaced outline that can be brought back.
 */
export async function uneditedTexts(db: Queryable, videoId: string): Promise<(OutlineWords & { earlier: boolean })[]> {
  const present = uneditedIn(await outlineOf(db, videoId));
  const kept = await earlierOutline(db, videoId);
  const others = (kept ? uneditedIn(kept.outline) : []).filter(
    (words) => !present.some((known) => isPlace(known, words) && known.text === words.text),
  );
  return [
    ...present.map((words) => ({ ...words, earlier: false })),
    ...others.map((words) => ({ ...words, earlier: true })),
  ];
}

type Change = Place & { before: string; after: string };

/**
 * Rewrites engine texts in the present and the earlier outline; the video must be locked. Returns the changes in
 * effect; texts edited or changed meanwhile stay.
 */
export async function rewriteOutlineTexts<C extends Change>(
  world: EventWriter,
  tx: Queryable,
  video: { id: string; workspace_id: string },
  changes: readonly C[],
): Promise<C[]> {
  if (changes.length === 0) return [];
  const videoId = video.id;
  const present = await outlineOf(tx, videoId);
  const due = dueIn(present, changes);
  if (due.length > 0) await replaceOutline(world, tx, video, present, withWords(present, due));
  const kept = await earlierOutline(tx, videoId);
  const dueThere = kept ? dueIn(kept.outline, changes) : [];
  if (kept && dueThere.length > 0)
    await replaceOutlineHistory(tx, videoId, withWords(kept.outline, dueThere), kept.restored);
  return changes.filter((change) => due.includes(change) || dueThere.includes(change));
}

function dueIn<C extends Change>(outline: StoredOutline, changes: readonly C[]): C[] {
  const words = uneditedIn(outline);
  return changes.filter((change) => words.some((known) => isPlace(known, change) && known.text === change.before));
}

function withWords<O extends StoredOutline>(outline: O, changes: readonly Change[]): O {
  const now = (place: Place, text: string): string => changes.find((each) => isPlace(each, place))?.after ?? text;
  return {
    ...outline,
    ...Object.fromEntries(texts.map((field) => [field, now({ field }, outline[field])])),
    chapters: outline.chapters.map((chapter) => ({
      ...chapter,
      title: now({ field: 'chapter_title', chapterId: chapter.id }, chapter.title),
      summary: now({ field: 'chapter_summary', chapterId: chapter.id }, chapter.summary),
    })),
  };
}
