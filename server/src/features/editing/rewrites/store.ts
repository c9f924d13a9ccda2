import { rewriteLimits } from '@lectern/contract/editing/rewrites';
import { folding } from '@lectern/contract/rules/folded-text';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { StoredRule } from '../../../platform/database/tables/glossary.ts';
import type { Patterns } from './like-patterns.ts';

export type RewriteRow = Selectable<Tables['rewrites']>;
export type StoredOccurrence = Selectable<Tables['rewrite_occurrences']>;

/** Rewrites of a member that can be undone. */
const mostKept = 10;

export const rewriteById = (db: Queryable, id: string): Promise<RewriteRow | undefined> =>
  db.selectFrom('rewrites').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks it for the rest of the transaction; after the video, where one is locked too. */
export const lockRewrite = (tx: Queryable, id: string): Promise<RewriteRow | undefined> =>
  tx.selectFrom('rewrites').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

const shown = ['id', 'state', 'videos_scanned', 'cut_off', 'problem', 'created_at', 'applied_at'] as const;

/** Columns shown of a rewrite, with the terms of its rules and the number of recordings looked through. */
export type ShownRewrite = Pick<RewriteRow, (typeof shown)[number]> & { terms: string[]; recordings: number | null };

/** Loads the rewrites of a member, newest first. */
export const ownRewrites = (db: Queryable, workspaceId: string): Promise<ShownRewrite[]> =>
  db
    .selectFrom('rewrites')
    .select(shown)
    .select([
      sql<string[]>`jsonb_path_query_array(rules, '$[*].term')`.as('terms'),
      sql<number | null>`cardinality(videos)`.as('recordings'),
    ])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** Lists rewrites that need a job. */
export const unfinishedRewrites = (db: Queryable): Promise<Pick<RewriteRow, 'workspace_id' | 'id' | 'step'>[]> =>
  db
    .selectFrom('rewrites')
    .select(['workspace_id', 'id', 'step'])
    .where('state', 'in', ['looking', 'applying', 'undoing'])
    .where('problem', 'is', null)
    .execute();

export const insertRewrite = (
  tx: Queryable,
  { rules, ...row }: Pick<RewriteRow, 'workspace_id' | 'created_by' | 'created_at'> & { rules: readonly StoredRule[] },
): Promise<RewriteRow> =>
  tx
    .insertInto('rewrites')
    .values({ ...row, rules: JSON.stringify(rules) })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateRewrite = (
  tx: Queryable,
  id: string,
  change: Partial<
    Pick<RewriteRow, 'state' | 'videos' | 'videos_scanned' | 'cut_off' | 'step' | 'problem' | 'applied_at'>
  >,
): Promise<RewriteRow> =>
  tx.updateTable('rewrites').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Forgets a member's looks that came to nothing. */
export const deleteAbandonedScans = (tx: Queryable, workspaceId: string) =>
  tx
    .deleteFrom('rewrites')
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['looking', 'ready', 'undone'])
    .execute();

/** Since when a rewrite can be undone; a look is as old as it is. */
const since = sql<Date>`coalesce(applied_at, created_at)`;

/** Forgets a member's oldest rewrites, so that one more can be undone; none that is being worked on. */
export async function dropOldest(tx: Queryable, workspaceId: string): Promise<void> {
  const applied = tx
    .selectFrom('rewrites')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['applying', 'applied', 'undoing'])
    .orderBy(since, 'desc')
    .orderBy('id')
    .offset(mostKept - 1);
  await tx
    .deleteFrom('rewrites')
    .where('id', 'in', applied)
    .where(({ eb, or }) => or([eb('state', '=', 'applied'), eb('problem', 'is not', null)]))
    .execute();
}

/** Forgets what was found or applied before a time, but for what is being worked on. */
export const dropBefore = (db: Queryable, before: Date) =>
  db
    .deleteFrom('rewrites')
    .where(since, '<', before)
    .where(({ eb, or }) => or([eb('state', 'in', ['ready', 'applied', 'undone']), eb('problem', 'is not', null)]))
    .execute();

const spanHolds = (patterns: readonly string[]) =>
  sql<boolean>`(${sql.join(
    patterns.map((pattern) => sql`search_text like ${pattern}`),
    sql` or `,
  )})`;

/**
 * Lists a member's videos, newest first, whose texts, earlier outline or transcript match a pattern, or whose
 * transcript index is missing or outdated; all without patterns.
 */
export async function videosToLookThrough(
  db: Queryable,
  workspaceId: string,
  patterns: Patterns | undefined,
): Promise<string[]> {
  const all = db
    .selectFrom('videos')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id');
  const ids = (await all.execute()).map(({ id }) => id);
  if (!patterns || ids.length === 0) return ids;
  const those = sql.val(ids);
  const any = sql.val(patterns.texts);
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${those}::uuid[]) as wanted (id)
    cross join lateral (select from cues where cues.video_id = wanted.id and ${spanHolds(patterns.spans)} limit 1) said
    union
    select id from videos where id = any(${those}::uuid[]) and folding is distinct from ${folding}
    union
    select video_id from cues where video_id = any(${those}::uuid[]) and position = 0 and search_text is null
    union
    select video_id from chapters where video_id = any(${those}::uuid[])
      and lower(title || ' ' || summary) like any(${any}::text[])
    union
    select id from videos where id = any(${those}::uuid[])
      and lower(title || ' ' || description || ' ' || summary) like any(${any}::text[])
    union
    select video_id from outline_history cross join lateral (
      select outline union all select chapter from jsonb_array_elements(outline -> 'chapters') as chapter
    ) as kept (texts)
      where video_id = any(${those}::uuid[])
      and lower(concat_ws(' ', texts ->> 'title', texts ->> 'description', texts ->> 'summary')) like any(${any}::text[])
    `.execute(db);
  const saying = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => saying.has(id));
}

/** Which of these videos are there, and stay so for the rest of the transaction. */
export async function lockExistingVideos(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('videos')
    .select('id')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  return rows.map(({ id }) => id);
}

/** The lines of a video, or those of them in which one of these patterns may stand. */
export const cuesMatching = (db: Queryable, videoId: string, patterns: Patterns | undefined) =>
  db
    .selectFrom('cues')
    .select(['position', 'start_s', 'text'])
    .where('video_id', '=', videoId)
    .$if(patterns !== undefined, (query) =>
      query.where(sql<boolean>`(search_text is null or ${spanHolds(patterns!.spans)} or exists (
        select from videos where videos.id = cues.video_id and folding is distinct from ${folding}))`),
    )
    .orderBy('position')
    .execute();

export type NewPlace = Pick<
  StoredOccurrence,
  'video_id' | 'field' | 'n' | 'chapter_id' | 'start_s' | 'before' | 'after' | 'earlier'
>;

/** Rows of one INSERT: well below the 65,535 parameters of the protocol. */
const batch = 1_000;

/** How many places are known, and the number of the next: those of a recording that was deleted leave gaps. */
export const countOccurrences = (tx: Queryable, id: string) =>
  tx
    .selectFrom('rewrite_occurrences')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(max(at) + 1, 0)`.as('next'))
    .where('rewrite_id', '=', id)
    .executeTakeFirstOrThrow();

/** Writes places down behind those that are known: from this number on. */
export async function insertPlaces(tx: Queryable, id: string, from: number, places: readonly NewPlace[]) {
  for (let at = 0; at < places.length; at += batch)
    await tx
      .insertInto('rewrite_occurrences')
      .values(places.slice(at, at + batch).map((place, n) => ({ rewrite_id: id, at: from + at + n, ...place })))
      .execute();
}

/** A page of places that are seen, by recording and in the order of time. */
export const placesAfter = (db: Queryable, id: string, after: number): Promise<StoredOccurrence[]> =>
  db
    .selectFrom('rewrite_occurrences')
    // whole rows: a page of them is bounded, and shows all that a place has
    .selectAll()
    .where('rewrite_id', '=', id)
    .where('earlier', '=', false)
    .where('at', '>', after)
    .orderBy('at')
    .limit(rewriteLimits.page + 1)
    .execute();

/** How many places are seen, by what becomes of them. */
export const countPlaces = (db: Queryable, ids: readonly string[]) =>
  db
    .selectFrom('rewrite_occurrences')
    .select(({ fn }) => ['rewrite_id', 'state', 'selected', fn.countAll<number>().as('count')])
    .where('rewrite_id', 'in', ids)
    .where('earlier', '=', false)
    .groupBy(['rewrite_id', 'state', 'selected'])
    .execute();

/** The recordings with places that are seen, in their order. */
export const listRewriteRecordings = (db: Queryable, id: string) =>
  db
    .selectFrom('rewrite_occurrences')
    .innerJoin('videos', 'videos.id', 'rewrite_occurrences.video_id')
    .select(['videos.id', 'videos.title'])
    .select(({ fn }) => [
      fn.countAll<number>().as('places'),
      fn.countAll<number>().filterWhere('selected', '=', true).as('wanted'),
    ])
    .where('rewrite_id', '=', id)
    .where('earlier', '=', false)
    .groupBy(['videos.id', 'videos.title'])
    .orderBy(({ fn }) => fn.min('at'))
    .execute();

/** Whether anything is to be changed, also where nobody sees it. */
export const isAnyWanted = async (tx: Queryable, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('rewrite_occurrences')
    .select('at')
    .where('rewrite_id', '=', id)
    .where('selected', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Wants a place, with what stands there in an earlier outline, those of a recording, or all, or leaves them out. */
export const setOccurrencesWanted = (
  tx: Queryable,
  id: string,
  { wanted, at, videoId }: { wanted: boolean; at?: number | undefined; videoId?: string | undefined },
) =>
  tx
    .updateTable('rewrite_occurrences')
    .set({ selected: wanted })
    .where('rewrite_id', '=', id)
    .$if(at !== undefined, (query) =>
      query.where(({ and, eb, exists, or, selectFrom }) =>
        or([
          eb('at', '=', at!),
          and([
            eb('earlier', '=', true),
            exists(
              selectFrom('rewrite_occurrences as seen')
                .select('seen.at')
                .where('seen.rewrite_id', '=', id)
                .where('seen.at', '=', at!)
                .whereRef('seen.video_id', '=', 'rewrite_occurrences.video_id')
                .whereRef('seen.field', '=', 'rewrite_occurrences.field')
                .whereRef('seen.chapter_id', 'is not distinct from', 'rewrite_occurrences.chapter_id'),
            ),
          ]),
        ]),
      ),
    )
    .$if(videoId !== undefined, (query) => query.where('video_id', '=', videoId!))
    .execute();

/** The next places of one recording that are to be changed, or given back. */
export async function findNextOccurrences(
  db: Queryable,
  id: string,
  state: 'found' | 'changed',
  limit: number,
): Promise<StoredOccurrence[]> {
  const due = db
    .selectFrom('rewrite_occurrences')
    // whole rows: a page of them is bounded, and shows all that a place has
    .selectAll()
    .where('rewrite_id', '=', id)
    .where('state', '=', state)
    .$if(state === 'found', (query) => query.where('selected', '=', true))
    .orderBy('at');
  const first = await due.limit(1).executeTakeFirst();
  return first ? due.where('video_id', '=', first.video_id).limit(limit).execute() : [];
}

export async function setOccurrencesState(
  tx: Queryable,
  id: string,
  places: readonly number[],
  state: StoredOccurrence['state'],
): Promise<void> {
  if (places.length === 0) return;
  await tx
    .updateTable('rewrite_occurrences')
    .set({ state })
    .where('rewrite_id', '=', id)
    .where('at', 'in', [...places])
    .execute();
}
