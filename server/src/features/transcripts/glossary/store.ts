import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { Replacement } from './replaced-words.ts';
import { formKeyOf } from './rewriter.ts';
import { hour } from '@lectern/contract/rules/durations';
import type { World } from '../../../platform/http/context.ts';

export type TermRow = Selectable<Tables['glossary_terms']>;

/** Lines in which a correction was made before it is offered as a rule. */
const recurs = 2;
/** Offers that are shown at once: those made most often. */
const mostOffers = 20;

/** Loads the terms of a member alphabetically. */
export const ownTerms = (db: Queryable, workspaceId: string): Promise<TermRow[]> =>
  db
    .selectFrom('glossary_terms')
    // whole rows: a term is shown with all that it has, which is short
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .orderBy(({ fn }) => fn('lower', ['term']))
    .orderBy('id')
    .execute();

/** A member's own one, also while it is removed; undefined for another member's. */
export const ownTerm = (db: Queryable, workspaceId: string, id: string): Promise<TermRow | undefined> =>
  db
    .selectFrom('glossary_terms')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();

type Changed = Pick<TermRow, 'changed_by' | 'changed_at' | 'term' | 'misspellings'>;
type Written = Changed & Pick<TermRow, 'workspace_id' | 'created_by'>;

export const insertTerm = (tx: Queryable, row: Written): Promise<TermRow> =>
  tx.insertInto('glossary_terms').values(row).returningAll().executeTakeFirstOrThrow();

export const updateTerm = (
  tx: Queryable,
  id: string,
  change: Partial<Changed & Pick<TermRow, 'removed_at'>>,
): Promise<TermRow> =>
  tx.updateTable('glossary_terms').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

const purgeDeletedTerms = (db: Queryable, before: Date) =>
  db.deleteFrom('glossary_terms').where('removed_at', '<', before).execute();

type Line = { workspaceId: string; videoId: string; start: number };

/** Keeps what was put right in a line, in the place of what was known of it. */
export async function replaceCorrections(
  tx: Queryable,
  { workspaceId, videoId, start }: Line,
  made: readonly Replacement[],
): Promise<void> {
  await tx.deleteFrom('corrections').where('video_id', '=', videoId).where('start_s', '=', start).execute();
  if (made.length === 0) return;
  await tx
    .insertInto('corrections')
    .values(
      made.map(({ wrong, term }) => ({
        workspace_id: workspaceId,
        video_id: videoId,
        start_s: start,
        key: formKeyOf(wrong),
        wrong,
        term,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The keys of the forms that terms replace, and of the terms with how they are written. */
export type KnownForms = { replaced: readonly string[]; right: readonly { key: string; term: string }[] };

/**
 * Lists corrections repeated in several cues, without rules or dismissals, most frequent first; optionally only for
 * `keys`. Each form comes in its more frequent spelling.
 */
export const repeatedCorrections = (db: Queryable, workspaceId: string, known: KnownForms, keys?: readonly string[]) =>
  db
    .selectFrom(inFrequentWay(db, workspaceId, known, keys).as('found'))
    .select(['wrong', 'term', 'times'])
    .orderBy('times', 'desc')
    .orderBy('key')
    .limit(mostOffers)
    .execute();

const inFrequentWay = (db: Queryable, workspaceId: string, { replaced, right }: KnownForms, keys?: readonly string[]) =>
  db
    .selectFrom('corrections')
    .select(['corrections.key', 'corrections.term'])
    .select(({ fn }) => [fn.min<string>('wrong').as('wrong'), fn.countAll<number>().as('times')])
    .distinctOn('corrections.key')
    .where('corrections.workspace_id', '=', workspaceId)
    .where(sql<boolean>`corrections.key <> all(${sql.val([...replaced])}::text[])`)
    // A form that is right for one term is never offered as wrong for another.
    .where(
      sql<boolean>`not exists (
        select from unnest(${sql.val(right.map(({ key }) => key))}::text[], ${sql.val(right.map(({ term }) => term))}::text[])
          as known (key, term)
        where known.key = corrections.key and known.term <> corrections.term)`,
    )
    .$if(keys !== undefined, (query) => query.where('corrections.key', 'in', [...keys!]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dismissed_suggestions')
            .select('dismissed_suggestions.key')
            .whereRef('dismissed_suggestions.workspace_id', '=', 'corrections.workspace_id')
            .whereRef('dismissed_suggestions.key', '=', 'corrections.key')
            .whereRef('dismissed_suggestions.term', '=', 'corrections.term'),
        ),
      ),
    )
    .groupBy(['corrections.key', 'corrections.term'])
    .having(({ fn }) => fn.countAll(), '>=', recurs)
    .orderBy('corrections.key')
    .orderBy('times', 'desc')
    .orderBy('corrections.term');

export const insertDismissed = (db: Queryable, workspaceId: string, key: string, term: string) =>
  db
    .insertInto('dismissed_suggestions')
    .values({ workspace_id: workspaceId, key, term })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Milliseconds for which one that was removed can be brought back. */
const kept = hour;

/** Deletes the terms that were removed for good. */
export async function sweepGlossary({ database, now }: World): Promise<void> {
  await purgeDeletedTerms(database.kysely, new Date(now().getTime() - kept));
}
