import { mediaPaths } from '@lectern/contract/playback/playback';
import { pictureTime } from '@lectern/contract/outline/slides';
import type { Way } from '@lectern/contract/rules/folded-text';
import type { SearchMatch } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { MemberCall } from '../../../platform/http/signing.ts';
import { highlightsWith } from '../../editing/highlights/search-highlights.ts';
import { asVideo, groupSteps } from '../../videos/as-video.ts';
import { foundVideos, mostFound, type SearchedVideo, searchedVideos } from '../../videos/library.ts';
import { asOwnPlaybackId, signForMember } from '../../videos/signed-playback-id.ts';
import { type ChapterText, textsOfChapters } from '../../outline/search-chapters.ts';
import { type Candidates, candidatesOf } from '../../transcripts/letter-pairs.ts';
import { firstLines, isIn, searchedWays, standsInColumn } from '../../transcripts/search-query.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import type { StepHandler } from '../../videos/pipeline.ts';
import { foldTexts } from './fold-texts.ts';
import { recordingsToSearch } from './search-keys.ts';

type Found = Pick<SearchMatch, 'match_case' | 'highlight' | 'is_public' | 'start' | 'chapter'> & {
  /** The picture of the place, instead of the video's own. */
  thumbnail?: string;
};

/** Identifiers are random letters: a short word would be found in them by chance. Characters. */
const shortestId = 6;

/**
 * Finds the first hundred videos by field, in the order of specification section 5, slides and highlights behind,
 * scattered words last. `more`: there may be others.
 */
export async function searchLibrary(
  call: MemberCall & Pick<Context<'member'>, 'workspace'>,
  db: Queryable,
  keyword: string,
): Promise<{ matches: SearchMatch[]; more: boolean }> {
  const ways = searchedWays(asOwnPlaybackId(keyword));
  if (ways.length === 0) return { matches: [], more: false };
  const { holding, count, parts } = await recordingsToSearch(db, call.workspace.id, ways);
  const looks = parts.map((ids) => lookThrough(call, db, ids, ways, holding));
  const found = new Map<string, Found>();
  for (const n of ways.keys()) for (const look of looks) if (found.size < mostFound) await look(n, found);
  const { videos, steps } = await foundVideos(db, [...found.keys()].slice(0, mostFound));
  const stepsFor = groupSteps(steps);
  return {
    matches: videos.map((video) => ({ ...asVideo(call, video, stepsFor(video.id)), ...found.get(video.id)! })),
    more: found.size >= mostFound && count > mostFound,
  };
}

/** Looks through some videos, one way after the other, and adds each to what is found with its first match. */
function lookThrough(
  call: MemberCall,
  db: Queryable,
  ids: readonly string[],
  ways: readonly Way[],
  holding: readonly ReadonlySet<string>[],
): (n: number, found: Map<string, Found>) => Promise<void> {
  let videos: SearchedVideo[] | undefined;
  let candidates: Candidates[] | undefined;
  let texts: ChapterText[][] | undefined;
  return async (n, found) => {
    if (!ids.some((id) => holding[n]!.has(id) && !found.has(id))) return;
    videos ??= await searchedVideos(db, ids);
    const left = videos.filter(({ id }) => holding[n]!.has(id) && !found.has(id));
    candidates ??= await candidatesOf(db, ids, ways);
    const inChapters = async () => (texts ??= await textsOfChapters(db, ids, ways))[n]!;
    const matches = await findIn(call, db, left, ways[n]!, { candidates: candidates[n]!, inChapters });
    for (const { id } of left) note(found, id, matches.get(id));
  };
}

/** Finds the first matching field of each video. */
async function findIn(
  call: MemberCall,
  db: Queryable,
  videos: readonly SearchedVideo[],
  way: Way,
  { candidates, inChapters }: { candidates: Candidates; inChapters: () => Promise<ChapterText[]> },
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const missing = (): SearchedVideo[] => videos.filter(({ id }) => !found.has(id));
  for (const video of videos) note(found, video.id, inFields(video, way));
  for (const [id, match] of await inTranscripts(db, missing(), way, candidates)) found.set(id, match);
  for (const video of missing()) note(found, video.id, inId('playback_id', video.playback_id, way));
  const left = missing();
  // At once, because each alone is over in the time of a way to the database and back.
  const [written, shown, marked] = await Promise.all([
    inChapters(),
    onSlides(call, db, left, way),
    inHighlights(db, left, way),
  ]);
  const quoted = written.map(({ video_id, field, text, start_s, said, title, is_public }): [string, Found] => [
    video_id,
    {
      match_case: `chapter ${field}`,
      highlight: text,
      ...(field === 'quote' ? { is_public } : {}),
      start: said ?? start_s,
      chapter: title,
    },
  ]);
  const isLeft = new Set(left.map(({ id }) => id));
  for (const [id, match] of [...quoted, ...shown, ...marked])
    if (isLeft.has(id) && !found.has(id)) found.set(id, match);
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

function inFields(video: SearchedVideo, way: Way): Found | undefined {
  for (const field of ['title', 'description'] as const) if (isIn(way, video[field])) return plain(field, video[field]);
  return (
    inId('assetId', video.asset_id, way) ??
    // Only the playback id distinguishes thumbnail URLs.
    (video.has_thumbnail ? inId('thumbnail', video.playback_id, way) : undefined) ??
    inId('captionsTrackId', video.captions_track_id, way)
  );
}

/** The first cue of each transcript in which it begins, with the cues around it. */
async function inTranscripts(
  db: Queryable,
  videos: readonly SearchedVideo[],
  way: Way,
  candidates: Candidates,
): Promise<[string, Found][]> {
  const ids = videos.map(({ id }) => id);
  return (await firstLines(db, candidates, ids, way)).map(({ video_id, start_s, passage }) => [
    video_id,
    { match_case: 'transcript', highlight: passage, start: start_s, chapter: null },
  ]);
}

/** The first slide of each video with it on it. */
async function onSlides(
  call: MemberCall,
  db: Queryable,
  videos: readonly SearchedVideo[],
  way: Way,
): Promise<[string, Found][]> {
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
      thumbnail: mediaPaths.thumbnail(signForMember(call, playbackIds.get(video_id)!), pictureTime({ start, end })),
    },
  ]);
}

/** The first highlight of each video with it in its words or its note. */
async function inHighlights(db: Queryable, videos: readonly SearchedVideo[], way: Way): Promise<[string, Found][]> {
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
  const [ids, starts] = [timed.map(([id]) => id), timed.map(([, { start }]) => start ?? 0)];
  const { rows } = await sql<{ id: string; title: string }>`
    select distinct on (place.id) place.id, title
    from unnest(${sql.val(ids)}::uuid[], ${sql.val(starts)}::float8[]) as place (id, start)
    join chapters on video_id = place.id and start_s <= start and start < end_s
    order by place.id, n`.execute(db);
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  for (const [id, match] of timed) match.chapter = titles.get(id) ?? null;
}

/** Puts the transcript into the index the library search reads. */
export const searchStep: StepHandler = async (_world, { id }) => ({
  save: async (tx) => {
    await lockVideo(tx, id);
    await foldTexts(tx, id, true);
  },
});
