import { foldText, searchWords, wordPattern } from '@lectern/contract/rules/folded-text';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { anywhere } from '../../platform/database/like.ts';

/** What is looked for, folded: a question as it is, or the longest of its words and the others, each where one begins. */
export type Wanted = { lead: string; others: readonly string[]; areWords: boolean };

/** The ways in which a question is looked for, one after the other. None for less than two letters. */
export function waysOf(question: string): Wanted[] {
  const whole = foldText(question.trim());
  if (whole.length < 2) return [];
  const [lead, ...others] = searchWords(question).toSorted((one, other) => other.length - one.length);
  const exact = { lead: whole, others: [], areWords: false };
  return lead === undefined || lead === whole ? [exact] : [exact, { lead, others, areWords: true }];
}

/** Whether all that is looked for stands in a text. */
export function standsIn({ lead, others, areWords }: Wanted, text: string): boolean {
  const folded = foldText(text);
  return [lead, ...others].every(
    (word) => folded.includes(word) && (!areWords || new RegExp(wordPattern(word)).test(folded)),
  );
}

/** The same of a column that is folded. An index knows the first half of it. */
export const standsInColumn = (wanted: Wanted, column: string) =>
  allOf(wordsOf(wanted).map((word) => holds(column, word, wanted)));

const wordsOf = ({ lead, others }: Wanted): string[] => [lead, ...others];

const allOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`;

const holds = (column: string, word: string, { areWords }: Wanted) =>
  areWords
    ? sql<boolean>`(${sql.ref(column)} like ${anywhere(word)} and ${sql.ref(column)} ~ ${wordPattern(word)})`
    : sql<boolean>`${sql.ref(column)} like ${anywhere(word)}`;

/** That what is looked for may be said in a cue: the index knows this half of it. */
export const maybeSaidIn = ({ lead }: Wanted) => sql<boolean>`cues.span like ${anywhere(lead)}`;

/**
 * That what is looked for begins in a cue itself, for its span goes on into the next one, and that the other words stand in the
 * same passage: in it, before it or behind it. No index knows this.
 */
export const isSaidIn = (wanted: Wanted) =>
  allOf([
    sql`position(${wanted.lead} in cues.span) between 1 and coalesce(cues.span_own, char_length(cues.text))`,
    ...(wanted.areWords ? [sql<boolean>`cues.span ~ ${wordPattern(wanted.lead)}`] : []),
    ...wanted.others.map(
      (word) => sql<boolean>`exists (select from cues near where near.video_id = cues.video_id
        and near.n between cues.n - 1 and cues.n and ${holds('near.span', word, wanted)})`,
    ),
  ]);

/** A line in which something is said, with those around it. Seconds. */
export type SaidLine = { n: number; start_s: number; before: string | null; text: string; after: string | null };

/** The first lines of each transcript in which something is said, with those around them, and how many there are. */
export async function linesOfEach(db: Queryable, ids: readonly string[], wanted: Wanted, most: number) {
  const { rows } = await sql<SaidLine & { video_id: string; total: number }>`
    with hit as materialized (
      select wanted.video_id, found.n, found.rank, found.total
      from unnest(${sql.val([...ids])}::uuid[]) as wanted (video_id)
      cross join lateral (
        select n, row_number() over (order by n) as rank, (count(*) over ())::int as total
        from (
          select n from cues
          where cues.video_id = wanted.video_id and ${maybeSaidIn(wanted)} and ${isSaidIn(wanted)}
          offset 0
        ) each
      ) found
    )
    select hit.video_id, hit.total, hit.n, cue.start_s,
      previous.text as before, cue.text, next.text as after
    from hit
    join cues cue on cue.video_id = hit.video_id and cue.n = hit.n
    left join cues previous on previous.video_id = hit.video_id and previous.n = hit.n - 1
    left join cues next on next.video_id = hit.video_id and next.n = hit.n + 1
    where hit.rank <= ${most}
    order by hit.video_id, hit.n`.execute(db);
  return rows;
}
