import type { PortalFound, PortalMoment } from '@lectern/contract/portal';
import type { Way } from '@lectern/contract/rules/folded-text';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { siteOf } from '../../platform/tries.ts';
import { textsOfChapters } from '../search/in-chapters.ts';
import { isIn, linesOfEach, searchedWays } from '../search/wanted.ts';
import { headingsOf, type PortalCardRow, videosInPortal } from './store.ts';

/** Of one video; the rest of a long talk about the same thing is in its transcript. */
const mostOfOne = 4;
const most = 60;

type Asker = Pick<Context<'capability'>, 'database' | 'ip' | 'signal'>;

/** Strangers ask, and a search may look through millions of lines: of one network there is one at a time. */
const inTurn = createSemaphore({ atOnce: 4, waiting: 256, each: 8, eachAtOnce: 1 });

/**
 * Milliseconds for all that one search asks the database about what is said. The embedded engine cannot be interrupted: there
 * the number of words and the turns are the bounds.
 */
const patience = 3_000;

type Place = Omit<PortalMoment, 'key' | 'title'>;
/** What was found of a video: the first places, and how many there are. */
type Places = { video: PortalCardRow; first: Place[]; total: number };

/**
 * The places of a portal where a question stands, folded, by video in the portal's order: titles first, then chapters,
 * summaries, quotes, and what was said. After them come those where all its words stand together in a passage, and the videos
 * that have no others. Throws `busy`.
 */
export function searchPortal(
  { database, ip, signal }: Asker,
  portal: { user_id: string; show_quotes: boolean },
  keyword: string,
): Promise<PortalFound> {
  const ways = searchedWays(keyword);
  if (ways.length === 0) return Promise.resolve({ data: [], totals: {} });
  const search = async (): Promise<PortalFound> => {
    const videos = await videosInPortal(database.kysely, portal.user_id);
    const found = new Map<string, Places>();
    const isFull = (): boolean => [...found.values()].reduce((sum, { first }) => sum + first.length, 0) >= most;
    const until = performance.now() + patience;
    for (const way of ways)
      if (videos.length > 0 && !isFull())
        for (const { video, first, total } of await find({ database, until }, portal, videos, way)) {
          const before = found.get(video.key);
          found.set(video.key, {
            video,
            first: [...(before?.first ?? []), ...first].slice(0, mostOfOne),
            total: (before?.total ?? 0) + total,
          });
        }
    const moments = [...found.values()].flatMap(({ video: { key, title }, first }) =>
      first.map((place) => ({ key, title, ...place })),
    );
    return {
      data: moments.slice(0, most),
      totals: Object.fromEntries([...found].map(([key, { total }]) => [key, total])),
    };
  };
  return inTurn(search, { owner: siteOf(ip), signal });
}

type Looking = { database: Database; until: number };

async function find(
  looking: Looking,
  { show_quotes }: { show_quotes: boolean },
  videos: readonly PortalCardRow[],
  way: Way,
): Promise<Places[]> {
  const db = looking.database.kysely;
  const ids = videos.map(({ id }) => id);
  const chapters = Map.groupBy(await headingsOf(db, ids), ({ video_id }) => video_id);
  const texts = Map.groupBy(await textsOfChapters(db, ids, way), ({ video_id }) => video_id);
  const said = Map.groupBy(await inTranscripts(looking, ids, way), ({ video_id }) => video_id);

  return videos.flatMap((video) => {
    const own = texts.get(video.id) ?? [];
    const lines = said.get(video.id) ?? [];
    const places: Place[] = [];
    if (isIn(way, video.title)) places.push({ field: 'title', text: video.title, start: null, chapter: null });
    for (const { field, title, start_s: start } of own)
      if (field === 'title') places.push({ field: 'chapter', text: title, start, chapter: title });
    for (const { field, text, title, start_s, said: start, is_public } of own)
      if (field === 'quote' && show_quotes && is_public)
        places.push({ field, text, start: Math.max(start_s, (start ?? start_s) - 2), chapter: title });
    for (const { field, text, title, start_s: start } of own)
      if (field === 'summary') places.push({ field, text, start, chapter: title });
    for (const { start_s: start, before, text, after } of lines)
      places.push({
        field: 'transcript',
        text: [before, text, after].filter((part) => part !== null).join(' '),
        start,
        chapter: chapters.get(video.id)?.findLast((chapter) => chapter.start_s <= start)?.title ?? null,
      });
    if (places.length === 0 && isIn(way, video.description))
      places.push({ field: 'description', text: video.description, start: null, chapter: null });
    const total = places.length - lines.length + (lines[0]?.total ?? 0);
    return total === 0 ? [] : [{ video, first: places.slice(0, mostOfOne), total }];
  });
}

/** What is said, while that takes no longer than a stranger may make the database work, else it fails (`isOverdue`). */
async function inTranscripts({ database, until }: Looking, ids: readonly string[], way: Way) {
  if (database.kind === 'embedded') return linesOfEach(database.kysely, ids, way, mostOfOne);
  return database.transaction(async (tx) => {
    const left = Math.max(1, Math.ceil(until - performance.now()));
    await sql`select set_config('statement_timeout', ${String(left)}, true)`.execute(tx);
    return linesOfEach(tx, ids, way, mostOfOne);
  });
}
