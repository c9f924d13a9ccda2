import { mediaPaths } from '@lectern/contract/playback/playback';
import { pictureTime } from '@lectern/contract/outline/slides';
import type { Way } from '@lectern/contract/rules/folded-text';
import type { SearchMatch } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { highlightsWith } from '../../editing/highlights/search-highlights.ts';
import { asVideo, groupSteps } from '../../videos/as-video.ts';
import { type LibraryVideo, libraryOf } from '../../videos/library.ts';
import { textsOfChapters } from '../../outline/search-chapters.ts';
import { isIn, isSaidIn, maybeSaidIn, searchedWays, standsInColumn } from '../../transcripts/search-query.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import type { StepHandler } from '../../videos/pipeline.ts';
import { foldTexts } from './fold-texts.ts';

type Found = Pick<SearchMatch, 'match_case' | 'highlight' | 'start' | 'chapter'> & {
  /** The picture of the place, instead of the video's own. */
  thumbnail?: string;
};

/** Identifiers are random letters: a short word would be found in them by chance. Characters. */
const shortestId = 6;

/**
 * Finds videos with the first matching field, in the order of specification section 5, then slides and highlights.
 * Matches with scattered words follow in the same order.
 */
export async function searchLibrary(db: Queryable, userId: string, keyword: string): Promise<SearchMatch[]> {
  const ways = searchedWays(keyword);
  if (ways.length === 0) return [];
  const { videos, steps } = await libraryOf(db, userId);
  const stepsFor = groupSteps(steps);
  const matches: SearchMatch[] = [];
  for (const way of ways) {
    const left = videos.filter(({ id }) => !matches.some((match) => match.id === id));
    const found = await findIn(db, left, way);
    for (const video of left) {
      const match = found.get(video.id);
      if (match) matches.push({ ...asVideo(video, stepsFor(video.id)), ...match });
    }
  }
  return matches;
}

/** Finds the first matching field of each video. */
async function findIn(db: Queryable, videos: readonly LibraryVideo[], way: Way): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const missing = (): LibraryVideo[] => videos.filter(({ id }) => !found.has(id));
  for (const video of videos) note(found, video.id, inFields(video, way));
  for (const [id, match] of await inTranscripts(db, missing(), way)) found.set(id, match);
  for (const video of missing()) note(found, video.id, inId('playback_id', video.playback_id, way));
  for (const [id, match] of await inChapters(db, missing(), way)) found.set(id, match);
  for (const [id, match] of await onSlides(db, missing(), way)) found.set(id, match);
  for (const [id, match] of await inHighlights(db, missing(), way)) found.set(id, match);
  await nameChapters(db, found);
  return found;
}

function note(found: Map<string, Found>, id: string, match: Found | undefined): void {
  if (match) found.set(id, match);
}

const plain = (match_case: Found['match_case'], highlight: string): Found => ({
  match_case,
  highlight,
  start: null,
  chapter: null,
});

const inId = (
  field: 'assetId' | 'thumbnail' | 'captionsTrackId' | 'playback_id',
  id: string | null,
  way: Way,
): Found | undefined =>
  id !== null && Math.max(...way.words.map(({ length }) => length)) >= shortestId && isIn(way, id)
    ? plain(field, id)
    : undefined;

function inFields(video: LibraryVideo, way: Way): Found | undefined {
  for (const field of ['title', 'description'] as const) if (isIn(way, video[field])) return plain(field, video[field]);
  return (
    inId('assetId', video.asset_id, way) ??
    // Only the playback id distinguishes thumbnail URLs.
    (video.has_thumbnail ? inId('thumbnail', video.playback_id, way) : undefined) ??
    inId('captionsTrackId', video.captions_track_id, way)
  );
}

/**
 * Searches the first cues of every transcript before the index: common words are found there, while the index would
 * return every occurrence.
 */
const firstCues = 60;

/** The first cue of each transcript in which it begins, with the cues around it. */
async function inTranscripts(db: Queryable, videos: readonly LibraryVideo[], way: Way): Promise<[string, Found][]> {
  const ids = videos.map(({ id }) => id);
  const early = await earlyHits(db, ids, way);
  const found = new Set(early.map(({ video_id }) => video_id));
  const late = await indexedHits(
    db,
    ids.filter((id) => !found.has(id)),
    way,
  );
  return withNeighbours(db, [...early, ...late]);
}

type Hit = { video_id: string; n: number };

async function earlyHits(db: Queryable, ids: readonly string[], way: Way): Promise<Hit[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Hit>`
    select wanted.video_id, hit.n
    from unnest(${sql.val(ids)}::uuid[]) as wanted (video_id)
    cross join lateral (
      select position as n from cues
      where cues.video_id = wanted.video_id and position < ${firstCues} and ${isSaidIn(way)}
      order by n limit 1
    ) hit`.execute(db);
  return rows;
}

async function indexedHits(db: Queryable, ids: readonly string[], way: Way): Promise<Hit[]> {
  if (ids.length === 0) return [];
  // Recording by recording, because the index knows them so. Kept apart from the minimum by `offset`, which would tempt the
  // planner to read every cue in order instead.
  const { rows } = await sql<Hit>`
    select wanted.video_id, hit.n
    from unnest(${sql.val(ids)}::uuid[]) as wanted (video_id)
    cross join lateral (
      select min(n) as n from (
        select position as n from cues
        where cues.video_id = wanted.video_id and ${maybeSaidIn(way)} and ${isSaidIn(way)}
        offset 0
      ) each
    ) hit
    where hit.n is not null`.execute(db);
  return rows;
}

async function withNeighbours(db: Queryable, hits: readonly Hit[]): Promise<[string, Found][]> {
  if (hits.length === 0) return [];
  const { rows } = await sql<{ video_id: string; start_s: number; highlight: string }>`
    select hit.video_id, cue.start_s, concat_ws(' ', previous.text, cue.text, next.text) as highlight
    from unnest(${sql.val(hits.map(({ video_id }) => video_id))}::uuid[], ${sql.val(hits.map(({ n }) => n))}::int[])
      as hit (video_id, n)
    join cues cue on cue.video_id = hit.video_id and cue.position = hit.n
    left join cues previous on previous.video_id = hit.video_id and previous.position = hit.n - 1
    left join cues next on next.video_id = hit.video_id and next.position = hit.n + 1`.execute(db);
  return rows.map(({ video_id, start_s, highlight }) => [
    video_id,
    { match_case: 'transcript', highlight, start: start_s, chapter: null },
  ]);
}

/** The first chapter of each video with it in its title, summary or a quote. */
async function inChapters(db: Queryable, videos: readonly LibraryVideo[], way: Way): Promise<Map<string, Found>> {
  const ids = videos.map(({ id }) => id);
  const found = new Map<string, Found>();
  for (const { video_id, field, text, start_s, said, title } of await textsOfChapters(db, ids, way))
    if (!found.has(video_id))
      found.set(video_id, { match_case: `chapter ${field}`, highlight: text, start: said ?? start_s, chapter: title });
  return found;
}

/** The first slide of each video with it on it. */
async function onSlides(db: Queryable, videos: readonly LibraryVideo[], way: Way): Promise<[string, Found][]> {
  if (videos.length === 0) return [];
  const rows = await db
    .selectFrom('slides')
    .distinctOn('video_id')
    .select(['video_id', 'start_s', 'end_s', 'text'])
    .where(
      'video_id',
      'in',
      videos.map(({ id }) => id),
    )
    .where(standsInColumn(way, 'folded'))
    .orderBy('video_id')
    .orderBy('start_s')
    .execute();
  const playbackIds = new Map(videos.map(({ id, playback_id }) => [id, playback_id]));
  return rows.map(({ video_id, start_s: start, end_s: end, text }) => [
    video_id,
    {
      match_case: 'slide',
      highlight: text.replaceAll('\n', ' '),
      start,
      chapter: null,
      thumbnail: mediaPaths.thumbnail(playbackIds.get(video_id)!, pictureTime({ start, end })),
    },
  ]);
}

/** The first highlight of each video with it in its words or its note. */
async function inHighlights(db: Queryable, videos: readonly LibraryVideo[], way: Way): Promise<[string, Found][]> {
  const ids = videos.map(({ id }) => id);
  return [...(await highlightsWith(db, ids, (column) => standsInColumn(way, column)))].map(([id, [first]]) => [
    id,
    { match_case: 'highlight', highlight: first!.text, start: first!.start, chapter: null },
  ]);
}

/** Fields with a time that are not part of a chapter's own texts. */
const timedMatches: ReadonlySet<Found['match_case']> = new Set(['transcript', 'slide', 'highlight']);

/** Adds the chapter in which each match in a transcript, on a slide or in a highlight lies. */
async function nameChapters(db: Queryable, found: Map<string, Found>): Promise<void> {
  const timed = [...found].filter(([, match]) => timedMatches.has(match.match_case));
  if (timed.length === 0) return;
  const rows = await db
    .selectFrom('chapters')
    .select(['video_id', 'title', 'start_s', 'end_s'])
    .where(
      'video_id',
      'in',
      timed.map(([id]) => id),
    )
    .execute();
  for (const [id, match] of timed) {
    const at = match.start ?? 0;
    match.chapter = rows.find((row) => row.video_id === id && row.start_s <= at && at < row.end_s)?.title ?? null;
  }
}

/** Puts the transcript into the index the library search reads. */
export const searchStep: StepHandler = async (_world, { id }) => ({
  save: async (tx) => {
    await lockVideo(tx, id);
    await foldTexts(tx, id, true);
  },
});
