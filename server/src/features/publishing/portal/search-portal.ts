import type { PortalSearchResult, PortalMoment } from '@lectern/contract/publishing/portal';
import { foldText, standsIn, type Way } from '@lectern/contract/rules/folded-text';
import { sql } from 'kysely';
import type { Context } from '../../../platform/http/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';
import { siteForIp } from '../../../platform/limits/rate-limit.ts';
import { type ChapterText, textsOfChapters } from '../../outline/search-chapters.ts';
import { isIn, linesOfEach, type SaidLine, searchedWays } from '../../transcripts/search-query.ts';
import { chapterHeadingsOf, type PortalCardRow, videosInPortal } from './store.ts';

/** Most moments per video, among others and searched alone; its title comes first. */
const mostOfOne = 4;
const mostAlone = 200;
/** Most moments of all videos together. With more matching videos each shows fewer, but at least one. */
const most = 60;

type Asker = Pick<Context<'capability'>, 'database' | 'ip' | 'signal'>;

/** Strangers ask, and a search may look through millions of lines: of one network there is one at a time. */
const inTurn = createSemaphore({ maxConcurrent: 4, maxQueued: 256, maxPerOwner: 8, maxConcurrentPerOwner: 1 });

/**
 * Milliseconds for all that one search asks the database about what is said. The embedded engine cannot be interrupted: there
 * the number of words and the turns are the bounds.
 */
const patience = 3_000;

type Place = Omit<PortalMoment, 'key' | 'title'>;
/** Moments found in a video: the first ones, and their number without the title. */
type Places = { video: PortalCardRow; first: Place[]; total: number };

/** The search words; `only` is the key of the one video to search. */
type Question = { keyword: string; only?: string | undefined };

/**
 * Finds moments by video in portal order: titles, chapters, summaries, quotes, then cues. Passages with all words
 * scattered follow, then videos with only those. Throws `busy`.
 */
export function searchPortal(
  { database, ip, signal }: Asker,
  portal: { workspace_id: string; show_quotes: boolean },
  { keyword, only }: Question,
): Promise<PortalSearchResult> {
  const ways = searchedWays(keyword);
  if (ways.length === 0) return Promise.resolve({ data: [], totals: {} });
  const search = async (): Promise<PortalSearchResult> => {
    const all = await videosInPortal(database.kysely, portal.workspace_id);
    const videos = only === undefined ? all : all.filter(({ key }) => key === only);
    const atMost = only === undefined ? { each: mostOfOne, all: most } : { each: mostAlone, all: mostAlone };
    const found = new Map<string, Places>();
    const isFull = (): boolean => [...found.values()].reduce((sum, { first }) => sum + first.length, 0) >= atMost.all;
    const until = performance.now() + patience;
    const ids = videos.map(({ id }) => id);
    const texts = await textsOfChapters(database.kysely, ids, ways);
    const looking = { database, until, most: atMost.each };
    for (const [n, way] of ways.entries())
      if (videos.length > 0 && !isFull())
        for (const { video, first, total } of await find(looking, portal, videos, { way, ofChapters: texts[n]! })) {
          const before = found.get(video.key);
          found.set(video.key, {
            video,
            first: [...(before?.first ?? []), ...first].slice(0, atMost.each + 1),
            total: (before?.total ?? 0) + total,
          });
        }
    const share = Math.max(1, Math.floor(atMost.all / Math.max(1, found.size)));
    return {
      data: [...found.values()].flatMap(({ video: { key, title }, first }) =>
        first.slice(0, first[0]?.field === 'title' ? share + 1 : share).map((place) => ({ key, title, ...place })),
      ),
      totals: Object.fromEntries([...found].map(([key, { total }]) => [key, total])),
    };
  };
  return inTurn(search, { owner: siteForIp(ip), signal });
}

type Looking = { database: Database; until: number; most: number };

/** Builds an excerpt of each cue with its neighbours, unless a neighbouring excerpt shows them. */
const excerpts = (lines: readonly SaidLine[], way: Way): string[] =>
  lines.map(({ n, before, text, after }, at) => {
    const isTold = lines[at - 1] !== undefined && n - lines[at - 1]!.n <= 2;
    const willBe = lines[at + 1]?.n === n + 1 && standsIn(way, foldText(text));
    return [isTold ? null : before, text, willBe ? null : after].filter((part) => part !== null).join(' ');
  });

async function find(
  looking: Looking,
  { show_quotes }: { show_quotes: boolean },
  videos: readonly PortalCardRow[],
  { way, ofChapters }: { way: Way; ofChapters: readonly ChapterText[] },
): Promise<Places[]> {
  const db = looking.database.kysely;
  const ids = videos.map(({ id }) => id);
  const chapters = Map.groupBy(await chapterHeadingsOf(db, ids), ({ video_id }) => video_id);
  const texts = Map.groupBy(ofChapters, ({ video_id }) => video_id);
  const lines = Map.groupBy(await inTranscripts(looking, ids, way), ({ video_id }) => video_id);

  return videos.flatMap((video) => {
    const own = texts.get(video.id) ?? [];
    const heard = lines.get(video.id) ?? [];
    const places: Place[] = [];
    for (const { field, title, start_s: start } of own)
      if (field === 'title') places.push({ field: 'chapter', text: title, start, chapter: title });
    for (const { field, text, title, start_s, said: start, is_public } of own)
      if (field === 'quote' && show_quotes && is_public)
        places.push({ field, text, start: Math.max(start_s, (start ?? start_s) - 2), chapter: title });
    for (const { field, text, title, start_s: start } of own)
      if (field === 'summary') places.push({ field, text, start, chapter: title });
    const said = excerpts(heard, way);
    for (const [n, { start_s: start }] of heard.entries())
      places.push({
        field: 'transcript',
        text: said[n]!,
        start,
        chapter: chapters.get(video.id)?.findLast((chapter) => chapter.start_s <= start)?.title ?? null,
      });
    if (places.length === 0 && isIn(way, video.description))
      places.push({ field: 'description', text: video.description, start: null, chapter: null });
    const total = places.length - heard.length + (heard[0]?.total ?? 0);
    const first = places.slice(0, looking.most);
    if (isIn(way, video.title)) first.unshift({ field: 'title', text: video.title, start: null, chapter: null });
    return first.length === 0 ? [] : [{ video, first, total }];
  });
}

/** Searches transcripts within the database time a stranger may use; beyond that it fails (`isStatementTimeout`). */
async function inTranscripts({ database, until, most }: Looking, ids: readonly string[], way: Way) {
  if (database.kind === 'embedded') return linesOfEach(database.kysely, ids, way, most);
  return database.transaction(async (tx) => {
    const left = Math.max(1, Math.ceil(until - performance.now()));
    await sql`select set_config('statement_timeout', ${String(left)}, true)`.execute(tx);
    return linesOfEach(tx, ids, way, most);
  });
}
