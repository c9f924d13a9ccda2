import type { PortalEvent } from '@lectern/contract/publishing/portal';
import { sql, type RawBuilder } from 'kysely';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { createBatchedCounter } from '../../../platform/cache/batched-counter.ts';
import { countAcceptedEvents, type VisitSource } from '../../../platform/limits/visits.ts';
import { countPlayed } from '../audience/count-watched.ts';
import { videosByKey, type OwnedPortal } from './store.ts';
import { quoteIsPublic } from '../../outline/verify-quotes.ts';

const digest = sql`left(md5(quote ->> 'quote'), 16)`;
const place = (detail: RawBuilder<unknown>) => sql`split_part(${detail}, '.', 2)`;
/** The public quotes of a chapter, in their order. */
const ofChapter = (quotes: RawBuilder<unknown>) =>
  sql`jsonb_array_elements(${quotes}) with ordinality as each (quote, n) where ${quoteIsPublic}`;

/**
 * Identifies a shared quote by chapter and digest of its words, since the position that visitors send shifts with
 * earlier quotes. Null for no quote.
 */
const quoteDetail = (videoId: RawBuilder<unknown>, sent: RawBuilder<unknown>) => sql<string | null>`(
  select chapters.id || '.' || (
    select ${digest} from ${ofChapter(sql`chapters.quotes`)} order by n offset ${place(sent)}::int limit 1)
  from chapters where chapters.video_id = ${videoId} and chapters.id::text = split_part(${sent}, '.', 1))`;

/** The words of a counted quote. Older counts have its place, which is read as that of today; decisions/0005. */
export const countedQuote = sql<string | null>`(
  select quote ->> 'quote' from ${ofChapter(sql`chapters.quotes`)}
    and (${place(sql`detail`)} = ${digest} or length(${place(sql`detail`)}) < 16)
  order by n offset case when length(${place(sql`detail`)}) < 16 then ${place(sql`detail`)}::int else 0 end limit 1)`;

type Count = {
  workspaceId: string;
  day: string;
  kind: 'play' | 'watched' | 'search' | 'missed' | 'quote';
  videoId: string | null;
  detail: string;
  count: number;
  amount: number;
};

/** Different words a day that visitors of one portal can leave behind. */
const mostKeywords = 500;

/** Excludes texts that look like emails, personal numbers or row ids; people do not search for those. */
const unkept = /@|\d{6,}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-/;

/**
 * Writes counts, in an order of its own: the joins do not keep that of the keys. What was deleted meanwhile is left
 * out.
 */
async function write(tx: Queryable, counts: readonly Count[]): Promise<void> {
  const column = <K extends keyof Count>(name: K): Count[K][] => counts.map((count) => count[name]);
  await sql`
    insert into portal_counts (workspace_id, day, kind, video_id, detail, count, amount)
    select given.workspace_id, given.day, given.kind, given.video_id, kept.detail, sum(given.count)::bigint, sum(given.amount)
    from unnest(
      ${sql.val(column('workspaceId'))}::uuid[], ${sql.val(column('day'))}::date[], ${sql.val(column('kind'))}::text[],
      ${sql.val(column('videoId'))}::uuid[], ${sql.val(column('detail'))}::text[],
      ${sql.val(column('count'))}::bigint[], ${sql.val(column('amount'))}::double precision[]
    ) as given (workspace_id, day, kind, video_id, detail, count, amount)
    join portals on portals.workspace_id = given.workspace_id
    left join portal_videos shown on shown.video_id = given.video_id
    cross join lateral (
      select case when given.kind = 'quote' then ${quoteDetail(sql`given.video_id`, sql`given.detail`)} else given.detail end as detail
    ) as kept
    where kept.detail is not null and (given.video_id is null or shown.key is not null)
      and (given.kind not in ('watched', 'quote') or exists (
        select from chapters
        where chapters.video_id = given.video_id and chapters.id::text = split_part(given.detail, '.', 1)))
      and (given.kind not in ('search', 'missed') or (
        select count(*) from portal_counts before
        where before.workspace_id = given.workspace_id and before.day = given.day and before.kind = given.kind
      ) < ${mostKeywords})
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict on constraint portal_counts_key do update
      set count = portal_counts.count + excluded.count, amount = portal_counts.amount + excluded.amount`.execute(tx);
}

/** Counts visits that are not yet written to the database. */
export const visitTally = createBatchedCounter<Count>({
  most: 5000,
  sum: (one, other) => ({ ...one, count: one.count + other.count, amount: one.amount + other.amount }),
  write,
  lost: 'What visitors of portals did could not be counted.',
});

/** Counts what a visitor of a portal did; resolves with how many of the events were taken. */
export async function countPortalEvents(
  world: Pick<World, 'database' | 'now' | 'log'>,
  portal: OwnedPortal,
  events: readonly PortalEvent[],
  visit: VisitSource,
): Promise<number> {
  const taken = events.slice(0, countAcceptedEvents(world, visit, events.length));
  if (taken.length === 0) return 0;
  const now = world.now();
  const keys = taken.flatMap((event) => (event.kind === 'search' ? [] : [event.video]));
  const shown = await videosByKey(world.database.kysely, portal.workspace_id, keys);
  const day = now.toISOString().slice(0, 10);
  const add = (kind: Count['kind'], videoId: string | null, detail: string, { amount = 0, count = 1 } = {}): void => {
    const key = `${portal.workspace_id} ${day} ${kind} ${videoId} ${detail}`;
    visitTally.add(world, key, { workspaceId: portal.workspace_id, day, kind, videoId, detail, count, amount });
  };
  let counted = 0;
  for (const event of taken) {
    if (event.kind === 'search') {
      const keyword = event.keyword.toLowerCase().replace(/\s+/g, ' ');
      if (unkept.test(keyword)) continue;
      add('search', null, keyword);
      if (event.found === 0) add('missed', null, keyword);
    } else {
      const video = shown.get(event.video);
      if (!video) continue;
      const { id } = video;
      if (event.kind === 'play') add('play', id, '');
      else if (event.kind === 'played') countPlayed(world, { video, place: 'portal' }, event.stretches);
      else if (event.kind === 'watched')
        add('watched', id, event.chapter, { amount: event.share, count: event.more ? 0 : 1 });
      else add('quote', id, `${event.chapter}.${event.n}`);
    }
    counted += 1;
  }
  return counted;
}
