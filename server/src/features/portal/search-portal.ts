import type { PortalMoment } from '@lectern/contract/portal';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { siteOf } from '../../platform/tries.ts';
import { linesOfEach, standsIn, type Wanted, waysOf } from '../search/wanted.ts';
import { type PortalCardRow, videosInPortal } from './store.ts';

/** Of one video; the rest of a long talk about the same thing is in its transcript. */
const mostOfOne = 4;
const most = 60;

type Asker = Pick<Context<'capability'>, 'database' | 'ip' | 'signal'>;

/** Strangers ask, and a search may look through millions of lines: of one network there is one at a time. */
const inTurn = createSemaphore({ atOnce: 4, waiting: 256, each: 8, eachAtOnce: 1 });

/** Milliseconds. The embedded engine cannot be interrupted: there the number of words and the turns are the bounds. */
const patience = 3_000;

/**
 * The places of a portal where a question stands, folded, by video in the portal's order: titles first, then chapters,
 * summaries, quotes, and what was said. After them come the videos in which all its words stand together in a passage.
 * Throws `busy`.
 */
export function searchPortal(
  { database, ip, signal }: Asker,
  portal: { user_id: string; show_quotes: boolean },
  keyword: string,
): Promise<PortalMoment[]> {
  const ways = waysOf(keyword);
  if (ways.length === 0) return Promise.resolve([]);
  const search = async (): Promise<PortalMoment[]> => {
    const videos = await videosInPortal(database.kysely, portal.user_id);
    const found: PortalMoment[] = [];
    for (const wanted of ways) {
      const missing = videos.filter(({ key }) => !found.some((moment) => moment.key === key));
      if (missing.length > 0 && found.length < most) found.push(...(await find(database, portal, missing, wanted)));
    }
    return found.slice(0, most);
  };
  return inTurn(search, { owner: siteOf(ip), signal });
}

type Found = Omit<PortalMoment, 'key' | 'title'>;

async function find(
  database: Database,
  { show_quotes }: { show_quotes: boolean },
  videos: readonly PortalCardRow[],
  wanted: Wanted,
): Promise<PortalMoment[]> {
  const db = database.kysely;
  const ids = videos.map(({ id }) => id);
  const has = (text: string): boolean => standsIn(wanted, text);
  const chapters = await db
    .selectFrom('chapters')
    .select(['video_id', 'start_s', 'title', 'summary', 'quotes'])
    .where('video_id', 'in', ids)
    .orderBy('video_id')
    .orderBy('n')
    .execute();
  const chaptersOf = Map.groupBy(chapters, ({ video_id }) => video_id);
  const said = Map.groupBy(await inTranscripts(database, ids, wanted), ({ video_id }) => video_id);

  return videos.flatMap((video) => {
    const own = chaptersOf.get(video.id) ?? [];
    const found: Found[] = [];
    if (has(video.title)) found.push({ field: 'title', text: video.title, start: null, chapter: null });
    for (const { title, start_s: start } of own)
      if (has(title)) found.push({ field: 'chapter', text: title, start, chapter: title });
    for (const chapter of show_quotes ? own : [])
      for (const { quote, start } of chapter.quotes)
        if (has(quote))
          found.push({
            field: 'quote',
            text: quote,
            start: Math.max(chapter.start_s, (start ?? chapter.start_s) - 2),
            chapter: chapter.title,
          });
    for (const { summary, start_s: start, title } of own)
      if (has(summary)) found.push({ field: 'summary', text: summary, start, chapter: title });
    for (const { start_s: start, before, text, after } of said.get(video.id) ?? [])
      found.push({
        field: 'transcript',
        text: [before, text, after].filter((part) => part !== null).join(' '),
        start,
        chapter: own.findLast((chapter) => chapter.start_s <= start)?.title ?? null,
      });
    if (found.length === 0 && has(video.description))
      found.push({ field: 'description', text: video.description, start: null, chapter: null });
    return found.slice(0, mostOfOne).map((moment) => ({ key: video.key, title: video.title, ...moment }));
  });
}

/** What is said, while that takes no longer than a stranger may make the database work, else it fails (`isOverdue`). */
async function inTranscripts(database: Database, ids: readonly string[], wanted: Wanted) {
  if (database.kind === 'embedded') return linesOfEach(database.kysely, ids, wanted, mostOfOne);
  return database.transaction(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(patience)}, true)`.execute(tx);
    return linesOfEach(tx, ids, wanted, mostOfOne);
  });
}
