import type { OutlineQuote } from '@lectern/chaptering/outline-context';
import { isDeepStrictEqual } from 'node:util';
import type { Outline } from '@lectern/chaptering/outline';
import { Problem } from '@lectern/contract/problem';
import { foldText } from '@lectern/contract/rules/folded-text';
import { textLimits } from '@lectern/contract/rules/longest';
import { type PublicQuote, publicQuotes } from '@lectern/contract/rules/quotes';
import { formatTimecode, chapterThumbnailTime } from '@lectern/contract/rules/timecode';
import type { Quote, Chapter } from '@lectern/contract/videos/videos';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { lengthOfChapter, type ShownChapter, type StoredChapter } from '../../platform/database/stored-outline.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type EventWriter, recordEvent } from '../../platform/events/events.ts';
import { truncateText } from '../../platform/text/truncate-text.ts';
import type { Proven, ProvenQuote } from './verify-quotes.ts';
import { createHash } from 'node:crypto';
import { mediaPaths, type SignedPlaybackId } from '@lectern/contract/playback/playback';
import type { VideoRow } from '../videos/find-video.ts';
import { type CueEnds, cueEndsOf } from '../transcripts/cues.ts';

/** A chapter about to be stored. Its id is kept when the chapter existed before, so that links and edits hold. */
export type NewChapter = Omit<StoredChapter, 'id'> & { id?: string };

/** A chapter that is stored: its quotes were proven then, and have been with every change of the transcript. */
export type PresentChapter = Proven<StoredChapter>;

const shown = ['id', 'start_s', 'end_s', 'title', 'summary', 'quotes', 'edited'] as const;

const asShown = (row: Pick<Selectable<Tables['chapters']>, (typeof shown)[number]>): Proven<ShownChapter> => ({
  id: row.id,
  start: row.start_s,
  end: row.end_s,
  title: row.title,
  summary: row.summary,
  quotes: row.quotes as ProvenQuote[],
  edited: row.edited,
});

const ofVideo = (db: Queryable, videoId: string) =>
  db.selectFrom('chapters').select(shown).where('video_id', '=', videoId).orderBy('n');

/** A video's chapters in order. */
export async function chaptersOf(db: Queryable, videoId: string): Promise<PresentChapter[]> {
  const rows = await ofVideo(db, videoId).select('search').execute();
  return rows.map((row) => ({ ...asShown(row), search: row.search }));
}

/** The same for who only shows them. */
export const shownChaptersOf = async (db: Queryable, videoId: string): Promise<Proven<ShownChapter>[]> =>
  (await ofVideo(db, videoId).execute()).map(asShown);

/** A chapter as it leaves the account. */
export type PublicChapter = Omit<ShownChapter, 'quotes'> & { quotes: PublicQuote<ProvenQuote>[] };

/** The same for strangers and for files to publish. */
export const publicChaptersOf = async (db: Queryable, videoId: string): Promise<PublicChapter[]> =>
  (await shownChaptersOf(db, videoId)).map((chapter) => ({ ...chapter, quotes: publicQuotes(chapter.quotes) }));

/** Loads titles and time ranges of the chapters of many videos, in order, keyed by video. */
export async function headingsOfAll(
  db: Queryable,
  videoIds: readonly string[],
): Promise<Map<string, Pick<StoredChapter, 'title' | 'start' | 'end'>[]>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('chapters')
    .select(['video_id', 'title', 'start_s as start', 'end_s as end'])
    .where('video_id', 'in', videoIds)
    .orderBy('n')
    .execute();
  return Map.groupBy(rows, ({ video_id }) => video_id);
}

/** Throws `text_too_long` when the chapters of a video have more text together than one video may keep. */
function checkLength(chapters: readonly NewChapter[]): void {
  if (chapters.reduce((sum, chapter) => sum + lengthOfChapter(chapter), 0) > textLimits.chapters)
    throw new Problem('text_too_long', {
      detail: `The chapters of a video may have ${textLimits.chapters.toLocaleString('en-US')} characters together, with quotes and answers. Please shorten some.`,
    });
}

/** The columns of a chapter, with its texts truncated to what is kept of each. */
function columnsOf(chapter: Proven<NewChapter>) {
  const title = truncateText(chapter.title, textLimits.chapter_title);
  const summary = truncateText(chapter.summary, textLimits.chapter_summary);
  const quotes = chapter.quotes.map((quote) => ({ ...quote, quote: truncateText(quote.quote, textLimits.quote) }));
  return {
    start_s: chapter.start,
    end_s: chapter.end,
    title,
    summary,
    quotes: JSON.stringify(quotes),
    search: truncateText(chapter.search, textLimits.answer),
    edited: chapter.edited,
    folded: foldedTexts({ title, summary, quotes }),
  };
}

/** The video whose chapters change, and who changes them. */
type ChapterChange = { video: { id: string; workspace_id: string }; by: 'member' | 'engine' };

/** Replaces a video's chapters, and records it. Throws `text_too_long` for all together. */
export async function replaceChapters(
  world: EventWriter,
  tx: Queryable,
  { video, by }: ChapterChange,
  chapters: readonly Proven<NewChapter>[],
): Promise<void> {
  await tx.deleteFrom('chapters').where('video_id', '=', video.id).execute();
  await insertChapters(tx, video.id, chapters);
  await recordChapters(world, tx, { video, by });
}

/** Inserts the chapters of a video that has none. Throws `text_too_long` for all together. */
export async function insertChapters(
  tx: Queryable,
  videoId: string,
  chapters: readonly Proven<NewChapter>[],
): Promise<void> {
  if (chapters.length === 0) return;
  checkLength(chapters);
  const rows = chapters.map((chapter, n) => ({
    ...(chapter.id === undefined ? {} : { id: chapter.id }),
    video_id: videoId,
    n,
    ...columnsOf(chapter),
  }));
  await tx.insertInto('chapters').values(rows).execute();
}

const recordChapters = (world: EventWriter, tx: Queryable, { video, by }: ChapterChange): Promise<void> =>
  recordEvent(world, tx, {
    kind: 'chapters.changed',
    workspaceId: video.workspace_id,
    subjectId: video.id,
    payload: { by },
  });

/** Writes and records only what differs from the stored chapters; a list of other chapters replaces them all. */
export async function updateChapters(
  world: EventWriter,
  tx: Queryable,
  change: ChapterChange,
  stored: readonly PresentChapter[],
  chapters: readonly Proven<NewChapter>[],
): Promise<void> {
  const isSameList = chapters.length === stored.length && chapters.every(({ id }, n) => id === stored[n]!.id);
  if (!isSameList) return replaceChapters(world, tx, change, chapters);
  checkLength(chapters);
  const changed = chapters.flatMap((chapter, n) => (isDeepStrictEqual(chapter, stored[n]) ? [] : [n]));
  for (const n of changed)
    await tx.updateTable('chapters').set(columnsOf(chapters[n]!)).where('id', '=', stored[n]!.id).execute();
  if (changed.length > 0) await recordChapters(world, tx, change);
}

/** Returns the chapter texts that search looks through, in this order. */
const foldedTexts = ({ title, summary, quotes }: Pick<ShownChapter, 'title' | 'summary' | 'quotes'>): string[] =>
  [title, summary, ...quotes.map(({ quote }) => quote)].map(foldText);

/** Folds the texts of a video's chapters anew. */
export async function foldChapters(tx: Queryable, videoId: string): Promise<void> {
  for (const chapter of await shownChaptersOf(tx, videoId))
    await tx
      .updateTable('chapters')
      .set({ folded: foldedTexts(chapter) })
      .where('id', '=', chapter.id)
      .execute();
}

/**
 * Keeps the answer of a chapter's last search, as much of it as the video has room for; nothing when the chapter is
 * gone.
 */
export async function saveSearch(tx: Queryable, chapterId: string, answer: string): Promise<void> {
  const row = await tx
    .selectFrom('chapters')
    .innerJoin('chapters as each', 'each.video_id', 'chapters.video_id')
    .select(
      sql<number>`sum(length(each.title) + length(each.summary) + length(each.quotes::text)
        + case when each.id = chapters.id then 0 else length(each.search) end)::float8`.as('taken'),
    )
    .where('chapters.id', '=', chapterId)
    .executeTakeFirstOrThrow();
  const room = Math.max(0, textLimits.chapters - (row.taken ?? 0));
  const search = truncateText(answer, Math.min(textLimits.answer, room));
  await tx.updateTable('chapters').set({ search }).where('id', '=', chapterId).execute();
}

/** Where the chapters of many videos begin, in seconds, by video. */
export async function chapterStartsOf(db: Queryable, videoIds: readonly string[]): Promise<Map<string, number[]>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('chapters')
    .select(['video_id', 'start_s'])
    .where('video_id', 'in', videoIds)
    .orderBy('video_id')
    .orderBy('n')
    .execute();
  const byVideo = Map.groupBy(rows, ({ video_id }) => video_id);
  return new Map([...byVideo].map(([id, own]) => [id, own.map(({ start_s }) => start_s)]));
}

/** The engine's quotes as the product stores and shows them. */
export const asQuotes = (quotes: readonly OutlineQuote[]): Quote[] =>
  quotes.map(({ quote, key, start, timecode, cues }) => ({
    quote,
    ...(key ? { key } : {}),
    timecode: formatTimecode(timecode),
    start,
    cues: [...cues],
  }));

/** The chapters of an outline as they are stored. */
export const asNewChapters = (made: Outline): NewChapter[] =>
  made.chapters.map((chapter) => ({
    start: chapter.start,
    end: chapter.end,
    title: chapter.title,
    summary: chapter.summary,
    quotes: asQuotes(chapter.quotes),
    search: '',
    edited: [],
  }));

/** Tells one state of a video's chapters from another: whoever saves a whole list says which one it was made from. */
export function chaptersVersion(chapters: readonly StoredChapter[]): string {
  const texts = chapters.map(({ id, start, title, summary, quotes, search }) => [
    id,
    start,
    title,
    summary,
    quotes.map(({ quote }) => quote),
    search,
  ]);
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}

/** A stored chapter as the contract shows it. */
export function asChapter(chapter: StoredChapter, video: VideoRow, playbackId: SignedPlaybackId): Chapter {
  const pictured = video.kind === 'video' && video.playable;
  return {
    id: chapter.id,
    title: chapter.title,
    start: formatTimecode(chapter.start),
    start_seconds: chapter.start,
    end_seconds: chapter.end,
    summary: chapter.summary,
    quote: chapter.quotes,
    search: chapter.search,
    thumbnail: pictured ? mediaPaths.thumbnail(playbackId, chapterThumbnailTime(chapter.start, video.duration)) : null,
    edited: chapter.edited,
  };
}

/** Where the last cues of all quotes of a video end, for `quoteTimes`: a whole transcript is not read for them. */
export const quoteEnds = (db: Queryable, videoId: string, chapters: readonly ShownChapter[]): Promise<CueEnds> =>
  cueEndsOf(
    db,
    videoId,
    chapters.flatMap(({ quotes }) => quotes.flatMap(({ cues }) => (cues ? [cues[1]] : []))),
  );
