import type { PortalMoment } from '@lectern/contract/portal';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { anywhere } from '../../platform/database/like.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { siteOf } from '../../platform/tries.ts';
import { searchWords } from './search-words.ts';
import { type PortalCardRow, videosInPortal } from './store.ts';
import { comparable } from '../videos/comparable.ts';

/** Of one video; the rest of a long talk about the same thing is in its transcript. */
const mostOfOne = 4;
const most = 60;

type Asker = Pick<Context<'capability'>, 'database' | 'ip' | 'signal'>;

/** Strangers ask, and a search may look through millions of lines: of one network there is one at a time. */
const inTurn = createSemaphore({ atOnce: 4, waiting: 256, each: 8, eachAtOnce: 1 });

/** Milliseconds. The embedded engine cannot be interrupted: there the number of words and the turns are the bounds. */
const patience = 3_000;

/**
 * The places of a portal where words stand, case-insensitively, by video in the portal's order: titles first, then
 * chapters, summaries, quotes, and what was said. Words of which the phrase as a whole is nowhere are looked for
 * together in one passage. Throws `busy`.
 */
export function searchPortal(
  { database, ip, signal }: Asker,
  portal: { user_id: string; show_quotes: boolean },
  keyword: string,
): Promise<PortalMoment[]> {
  const needle = comparable(keyword.trim()).replace(/\s+/g, ' ');
  if (needle.length < 2) return Promise.resolve([]);
  const search = async (): Promise<PortalMoment[]> => {
    const videos = await videosInPortal(database.kysely, portal.user_id);
    if (videos.length === 0) return [];
    const phrase = await find(database, portal, videos, [needle]);
    const words = searchWords(needle);
    return phrase.length > 0 || words.length < 2 ? phrase : find(database, portal, videos, words);
  };
  return inTurn(search, { owner: siteOf(ip), signal });
}

type Found = Omit<PortalMoment, 'key' | 'title'>;

async function find(
  database: Database,
  { show_quotes }: { show_quotes: boolean },
  videos: readonly PortalCardRow[],
  words: readonly string[],
): Promise<PortalMoment[]> {
  const db = database.kysely;
  const ids = videos.map(({ id }) => id);
  const has = (text: string): boolean => words.every((word) => comparable(text).includes(word));
  const chapters = await db
    .selectFrom('chapters')
    .select(['video_id', 'start_s', 'title', 'summary', 'quotes'])
    .where('video_id', 'in', ids)
    .orderBy('video_id')
    .orderBy('n')
    .execute();
  const chaptersOf = Map.groupBy(chapters, ({ video_id }) => video_id);
  const said = Map.groupBy(await inTranscripts(database, ids, words), ({ video_id }) => video_id);

  return videos
    .flatMap((video) => {
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
      for (const { start_s: start, text } of said.get(video.id) ?? [])
        found.push({
          field: 'transcript',
          text,
          start,
          chapter: own.findLast((chapter) => chapter.start_s <= start)?.title ?? null,
        });
      if (found.length === 0 && has(video.description))
        found.push({ field: 'description', text: video.description, start: null, chapter: null });
      return found.slice(0, mostOfOne).map((moment) => ({ key: video.key, title: video.title, ...moment }));
    })
    .slice(0, most);
}

/** What `passages` finds, while that takes no longer than a stranger may make the database work, else it fails (`isOverdue`). */
async function inTranscripts(database: Database, ids: readonly string[], words: readonly string[]) {
  if (database.kind === 'embedded') return passages(database.kysely, ids, words);
  return database.transaction(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(patience)}, true)`.execute(tx);
    return passages(tx, ids, words);
  });
}

/** The first cues of each transcript in which all words begin a span, with the cues around them. */
async function passages(db: Queryable, ids: readonly string[], words: readonly string[]) {
  const matches = words.map((word) => sql<boolean>`span like ${anywhere(word)}`);
  // A span holds its cue and the beginning of the next: of the two that hold the words the first is told.
  const { rows } = await sql<{ video_id: string; start_s: number; text: string }>`
    with hit as (
      select video_id, n, row_number() over (partition by video_id order by n) as rank
      from cues
      where video_id = any(${sql.val([...ids])}::uuid[]) and ${sql.join(matches, sql` and `)}
        and position(${words[0]} in span) <= char_length(text)
    )
    select hit.video_id, cue.start_s,
      concat_ws(' ', previous.text, cue.text, next.text) as text
    from hit
    join cues cue on cue.video_id = hit.video_id and cue.n = hit.n
    left join cues previous on previous.video_id = hit.video_id and previous.n = hit.n - 1
    left join cues next on next.video_id = hit.video_id and next.n = hit.n + 1
    where hit.rank <= ${mostOfOne}
    order by hit.video_id, hit.n`.execute(db);
  return rows;
}
