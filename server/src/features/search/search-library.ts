import { media } from '@lectern/contract/playback';
import { pictureTime } from '@lectern/contract/slides';
import type { SearchMatch } from '@lectern/contract/videos';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { anywhere } from '../../platform/database/like.ts';
import { highlightsWith } from '../highlights/find-highlights.ts';
import { asVideo, groupSteps } from '../videos/as-video.ts';
import { type LibraryVideo, libraryOf } from '../videos/library.ts';
import { comparable } from '../videos/comparable.ts';

type Found = Pick<SearchMatch, 'match_case' | 'highlight' | 'start' | 'chapter'> & {
  /** The picture of the place, instead of the video's own. */
  thumbnail?: string;
};

/** Identifiers are random letters: a short word would be found in them by chance. Characters. */
const shortestId = 6;

/**
 * The videos of a library in which a keyword stands, case-insensitively, each with the first field that holds it:
 * title, description, assetId, thumbnail, captionsTrackId, transcript, playback_id, then chapter titles, summaries
 * and quotes (specification, section 5), then the slides, and the words and notes of highlights at last.
 */
export async function searchLibrary(db: Queryable, userId: string, keyword: string): Promise<SearchMatch[]> {
  const needle = comparable(keyword.trim());
  if (needle.length < 2) return [];
  const { videos, steps } = await libraryOf(db, userId);
  const found = new Map<string, Found>();
  const missing = (): LibraryVideo[] => videos.filter(({ id }) => !found.has(id));

  for (const video of videos) note(found, video.id, inFields(video, needle));
  for (const [id, match] of await inTranscripts(db, missing(), needle)) found.set(id, match);
  for (const video of missing()) note(found, video.id, inId('playback_id', video.playback_id, needle));
  for (const [id, match] of await inChapters(db, missing(), needle)) found.set(id, match);
  for (const [id, match] of await onSlides(db, missing(), needle)) found.set(id, match);
  for (const [id, match] of await inHighlights(db, missing(), needle)) found.set(id, match);
  await nameChapters(db, found);

  const stepsFor = groupSteps(steps);
  return videos.flatMap((video) => {
    const match = found.get(video.id);
    return match ? [{ ...asVideo(video, stepsFor(video.id)), ...match }] : [];
  });
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
  needle: string,
): Found | undefined =>
  id !== null && needle.length >= shortestId && id.toLowerCase().includes(needle) ? plain(field, id) : undefined;

function inFields(video: LibraryVideo, needle: string): Found | undefined {
  for (const field of ['title', 'description'] as const)
    if (comparable(video[field]).includes(needle)) return plain(field, video[field]);
  return (
    inId('assetId', video.asset_id, needle) ??
    // Of a thumbnail's address only the playback id tells videos apart.
    (video.has_thumbnail ? inId('thumbnail', video.playback_id, needle) : undefined) ??
    inId('captionsTrackId', video.captions_track_id, needle)
  );
}

/**
 * The first cues of every transcript are looked through before the index is asked: a word that stands everywhere is
 * found there, and from the index it would come with every place it stands in.
 */
const firstCues = 60;

/** The first cue of each transcript in which the keyword begins, with the cues around it. */
async function inTranscripts(
  db: Queryable,
  videos: readonly LibraryVideo[],
  needle: string,
): Promise<[string, Found][]> {
  const ids = videos.map(({ id }) => id);
  const early = await earlyHits(db, ids, needle);
  const found = new Set(early.map(({ video_id }) => video_id));
  const late = await indexedHits(
    db,
    ids.filter((id) => !found.has(id)),
    needle,
  );
  return withNeighbours(db, [...early, ...late]);
}

type Hit = { video_id: string; n: number };

/** That the keyword begins in the cue itself; its span goes on into the next one. No index knows this. */
const beginsHere = (needle: string) => sql<boolean>`position(${needle} in span) between 1 and char_length(text)`;

async function earlyHits(db: Queryable, ids: readonly string[], needle: string): Promise<Hit[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Hit>`
    select wanted.video_id, hit.n
    from unnest(${sql.val(ids)}::uuid[]) as wanted (video_id)
    cross join lateral (
      select n from cues
      where cues.video_id = wanted.video_id and n < ${firstCues} and ${beginsHere(needle)}
      order by n limit 1
    ) hit`.execute(db);
  return rows;
}

async function indexedHits(db: Queryable, ids: readonly string[], needle: string): Promise<Hit[]> {
  if (ids.length === 0) return [];
  // Recording by recording, because the index knows them so. Kept apart from the minimum by `offset`, which would tempt the
  // planner to read every cue in order instead.
  const { rows } = await sql<Hit>`
    select wanted.video_id, hit.n
    from unnest(${sql.val(ids)}::uuid[]) as wanted (video_id)
    cross join lateral (
      select min(n) as n from (
        select n from cues
        where cues.video_id = wanted.video_id and span like ${anywhere(needle)} and ${beginsHere(needle)}
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
    join cues cue on cue.video_id = hit.video_id and cue.n = hit.n
    left join cues previous on previous.video_id = hit.video_id and previous.n = hit.n - 1
    left join cues next on next.video_id = hit.video_id and next.n = hit.n + 1`.execute(db);
  return rows.map(({ video_id, start_s, highlight }) => [
    video_id,
    { match_case: 'transcript', highlight, start: start_s, chapter: null },
  ]);
}

/** The first chapter of each video with the keyword in its title, summary or a quote. */
async function inChapters(db: Queryable, videos: readonly LibraryVideo[], needle: string): Promise<[string, Found][]> {
  if (videos.length === 0) return [];
  const pattern = anywhere(needle);
  const rows = await db
    .selectFrom('chapters')
    .select(['video_id', 'start_s', 'title', 'summary', 'quotes'])
    .where(
      'video_id',
      'in',
      videos.map(({ id }) => id),
    )
    .where(
      // The quotes themselves, not their JSON: there a quotation mark or a backslash is written otherwise.
      sql<boolean>`(title ilike ${pattern} or summary ilike ${pattern} or exists (
        select from jsonb_array_elements(quotes) as each where each->>'quote' ilike ${pattern}))`,
    )
    .orderBy('video_id')
    .orderBy('n')
    .execute();
  const found: [string, Found][] = [];
  const has = (text: string): boolean => comparable(text).includes(needle);
  for (const row of rows) {
    if (found.some(([id]) => id === row.video_id)) continue;
    const at = (match_case: Found['match_case'], highlight: string, start = row.start_s): void => {
      found.push([row.video_id, { match_case, highlight, start, chapter: row.title }]);
    };
    const quote = row.quotes.find((candidate) => has(candidate.quote));
    if (has(row.title)) at('chapter title', row.title);
    else if (has(row.summary)) at('chapter summary', row.summary);
    else if (quote) at('chapter quote', quote.quote, quote.start);
  }
  return found;
}

/** The first slide of each video with the keyword on it. */
async function onSlides(db: Queryable, videos: readonly LibraryVideo[], needle: string): Promise<[string, Found][]> {
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
    .where('text', 'ilike', anywhere(needle))
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
      thumbnail: media.thumbnail(playbackIds.get(video_id)!, pictureTime({ start, end })),
    },
  ]);
}

/** The first highlight of each video with the keyword in its words or its note. */
async function inHighlights(
  db: Queryable,
  videos: readonly LibraryVideo[],
  needle: string,
): Promise<[string, Found][]> {
  const ids = videos.map(({ id }) => id);
  return [...(await highlightsWith(db, ids, needle))].map(([id, [first]]) => [
    id,
    { match_case: 'highlight', highlight: first!.text, start: first!.start, chapter: null },
  ]);
}

/** What lies at a time, and is not a part of a chapter's own texts. */
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
