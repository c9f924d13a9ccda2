import { foldText, standsIn, type Way, buildSearchWays, wordPattern } from '@lectern/contract/rules/folded-text';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/column-types.ts';
import { cuesOf, saveSpans, buildCueSearchTexts } from './cues.ts';

/** The ways in which a question is looked for, one after the other. None for less than two letters. */
export const searchedWays = (question: string): Way[] =>
  foldText(question.trim()).trim().length < 2 ? [] : buildSearchWays(question);

/** Titles and descriptions, folded: the same ones are asked for with every letter that somebody types. By letters. */
const folded = new LRUCache<string, string>({
  maxSize: 4_000_000,
  sizeCalculation: (text, of) => text.length + of.length + 1,
});

/** Whether all that is looked for stands in a title or a description. */
export function isIn(way: Way, text: string): boolean {
  let known = folded.get(text);
  if (known === undefined) folded.set(text, (known = foldText(text)));
  return standsIn(way, known);
}

const allOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** Whether a word stands in a folded text. An index of its trigrams knows the first half of it. */
const holds = (text: RawBuilder<unknown>, word: string, areWords: boolean) =>
  areWords
    ? sql<boolean>`(${text} like ${containsPattern(word)} and ${text} ~ ${wordPattern(word)})`
    : sql<boolean>`${text} like ${containsPattern(word)}`;

/** Whether all that is looked for stands in a column that is folded, as `standsIn` has it. */
export const standsInColumn = ({ words, areWords, but }: Way, column: string) =>
  allOf([
    ...words.map((word) => holds(sql.ref(column), word, areWords)),
    ...but.map((phrase) => sql<boolean>`${sql.ref(column)} not like ${containsPattern(phrase)}`),
  ]);

/** Matches cues that may contain the words; this half of the condition uses the index. */
export const maybeSaidIn = ({ words: [lead = ''] }: Way) =>
  sql<boolean>`cues.search_text like ${containsPattern(lead)}`;

/** Matches a word that begins in the cue itself, since its span continues into the next cue. */
const beginsIn = (cue: 'cues' | 'near', word: string, areWords: boolean) => {
  const [span, own, text] = ['search_text', 'span_own', 'text'].map((column) => sql.ref(`${cue}.${column}`));
  const further = Array.from(word).length - 1;
  return holds(sql`left(${span}, coalesce(${own}, char_length(${text})) + ${sql.lit(further)})`, word, areWords);
};

const nearBy = (word: string, areWords: boolean) => sql<boolean>`exists (select from cues near
  where near.video_id = cues.video_id and near.position between cues.position - 1 and cues.position + 1 and ${beginsIn('near', word, areWords)})`;

/**
 * Matches cues where the first word begins and the others occur in the same, previous or next cue. This half cannot
 * use an index.
 */
export const isSaidIn = ({ words: [lead = '', ...others], areWords, but }: Way) =>
  allOf([
    beginsIn('cues', lead, areWords),
    ...others.map((word) => nearBy(word, areWords)),
    ...but.map((phrase) => sql<boolean>`not ${nearBy(phrase, false)}`),
  ]);

/** A line in which something is said, with those around it. Seconds. */
export type SaidLine = { n: number; start_s: number; before: string | null; text: string; after: string | null };

/** The first lines of each transcript in which something is said, with those around them, and how many there are. */
export async function linesOfEach(db: Queryable, ids: readonly string[], way: Way, most: number) {
  const { rows } = await sql<SaidLine & { video_id: string; total: number }>`
    with hit as materialized (
      select wanted.video_id, found.n, found.rank, found.total
      from unnest(${sql.val([...ids])}::uuid[]) as wanted (video_id)
      cross join lateral (
        select n, row_number() over (order by n) as rank, (count(*) over ())::int as total
        from (
          select position as n from cues
          where cues.video_id = wanted.video_id and ${maybeSaidIn(way)} and ${isSaidIn(way)}
          offset 0
        ) each
      ) found
    )
    select hit.video_id, hit.total, hit.n, cue.start_s,
      previous.text as before, cue.text, next.text as after
    from hit
    join cues cue on cue.video_id = hit.video_id and cue.position = hit.n
    left join cues previous on previous.video_id = hit.video_id and previous.position = hit.n - 1
    left join cues next on next.video_id = hit.video_id and next.position = hit.n + 1
    where hit.rank <= ${most}
    order by hit.video_id, hit.n`.execute(db);
  return rows;
}

/** Cues that are folded at a time: milliseconds, between which requests have their turn. */
const batch = 200;

/** Puts a transcript into the search as it is folded today. */
export async function foldTranscript(tx: Queryable, videoId: string): Promise<void> {
  const cues = await cuesOf(tx, videoId);
  for (let from = 0; from < cues.length; from += batch) {
    // The last one goes on into the next piece.
    const spans = buildCueSearchTexts(cues.slice(from, from + batch + 1)).slice(0, batch);
    await saveSpans(tx, videoId, spans, from);
  }
}
