import type { PortalStatistics } from '@lectern/contract/publishing/portal';
import { sql } from 'kysely';
import { csvFile } from '../../../platform/text/csv.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { countedQuote } from './count-visits.ts';

type Range = { workspaceId: string; from: string; to: string };

const longestList = 100;

/** The chapter of a count. Its video's alone: details are what visitors sent, and may name anybody's. */
const isCounted = sql<boolean>`chapters.video_id = portal_counts.video_id
  and chapters.id::text = split_part(portal_counts.detail, '.', 1)`;

/** Sums visits in a range of days by day, video and chapter, and lists searches without results. */
export async function portalStatistics(tx: Queryable, { workspaceId, from, to }: Range): Promise<PortalStatistics> {
  const counts = () =>
    tx
      .selectFrom('portal_counts')
      .where('portal_counts.workspace_id', '=', workspaceId)
      .where('day', '>=', from)
      .where('day', '<=', to);
  const total = sql<number>`sum(count)`;
  const { rows: days } = await sql<{ day: string; plays: number }>`
    select days.day::date as day, coalesce(sum(count), 0) as plays
    from generate_series(${from}::date, ${to}::date, interval '1 day') as days (day)
    left join portal_counts on portal_counts.day = days.day and kind = 'play' and workspace_id = ${workspaceId}
    group by days.day order by days.day`.execute(tx);
  const videos = await counts()
    .innerJoin('videos', 'videos.id', 'portal_counts.video_id')
    .select(['videos.id', 'videos.title', total.as('plays')])
    .where('portal_counts.kind', '=', 'play')
    .groupBy(['videos.id', 'videos.title'])
    .orderBy('plays', 'desc')
    .limit(longestList)
    .execute();
  const chapters = await counts()
    .innerJoin('chapters', (join) => join.on(isCounted))
    .select([
      'chapters.video_id as video',
      'chapters.title',
      'chapters.start_s as start_seconds',
      total.as('views'),
      // Caps the share at 1, since watching past midnight counts toward a view of the day before.
      sql<number>`least(1, sum(amount) / sum(count))`.as('share'),
    ])
    .where('portal_counts.kind', '=', 'watched')
    .groupBy(['chapters.video_id', 'chapters.id', 'chapters.title', 'chapters.start_s'])
    .having(total, '>', 0)
    .orderBy('chapters.video_id')
    .orderBy('chapters.start_s')
    .execute();
  const missed = await counts()
    .select(['detail as keyword', total.as('count')])
    .where('portal_counts.kind', '=', 'missed')
    .groupBy('detail')
    .orderBy('count', 'desc')
    .limit(longestList)
    .execute();
  const { searches } = await counts()
    .select(sql<number>`coalesce(sum(count), 0)`.as('searches'))
    .where('portal_counts.kind', '=', 'search')
    .executeTakeFirstOrThrow();
  const quotes = await counts()
    .innerJoin('chapters', (join) => join.on(isCounted))
    .select(['chapters.video_id as video', countedQuote.as('text'), total.as('shared')])
    .where('portal_counts.kind', '=', 'quote')
    .groupBy(['chapters.video_id', 'text'])
    .orderBy('shared', 'desc')
    .limit(longestList)
    .execute();
  return {
    days,
    videos,
    chapters,
    missed,
    searches,
    quotes: quotes.flatMap(({ text, ...rest }) => (text === null ? [] : [{ ...rest, text }])),
  };
}

/** Every count of a range: day, what was done, video, chapter or words, how often, and the mean share watched. */
export async function statisticsCsv(tx: Queryable, { workspaceId, from, to }: Range): Promise<string> {
  const rows = await tx
    .selectFrom('portal_counts')
    .leftJoin('videos', 'videos.id', 'portal_counts.video_id')
    .leftJoin('chapters', (join) => join.on(isCounted))
    .select(['day', 'portal_counts.kind', 'detail', 'count', 'amount'])
    .select(['videos.title as video', 'chapters.title as chapter'])
    .where('portal_counts.workspace_id', '=', workspaceId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('portal_counts.kind')
    .orderBy('videos.title')
    .orderBy('chapters.start_s')
    .orderBy('detail')
    .execute();
  const share = (amount: number, count: number): string => (count === 0 ? '' : Math.min(1, amount / count).toFixed(3));
  return csvFile(
    ['day', 'what', 'video', 'chapter or words', 'count', 'share watched'],
    rows.map(({ day, kind, video, chapter, detail, count, amount }) => [
      day,
      kind,
      video ?? '',
      chapter ?? detail,
      count,
      kind === 'watched' ? share(amount, count) : '',
    ]),
  );
}
