import { foldText, standsIn, type Way, buildSearchWays, wordPattern } from '@lectern/contract/rules/folded-text';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/column-types.ts';
import { cuesOf, saveSpans, buildCueSearchTexts } from './cues.ts';
import { type Candidates, candidatesOf, indexLetterPairs } from './letter-pairs.ts';

/** Nothing, or one letter of a script that has few: it stands everywhere. */
const saysNothing = /^[\0-\u2e7f]?$/;

/** The ways in which a question is looked for, one after the other. */
export const searchedWays = (question: string): Way[] =>
  saysNothing.test(foldText(question.trim()).trim()) ? [] : buildSearchWays(question);

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

/** Matches cues that may contain the words, by an index that knows no words of less than three letters. */
const maybeSaidIn = ({ words: [lead = ''] }: Way) => sql<boolean>`cues.search_text like ${containsPattern(lead)}`;

/** Matches a word that begins in the cue itself, since its span continues into the next cue. */
const beginsIn = (cue: 'cues' | 'near', word: string, areWords: boolean) => {
  const [span, own, text] = ['search_text', 'span_own', 'text'].map((column) => sql.ref(`${cue}.${column}`));
  const further = Array.from(word).length - 1;
  return holds(sql`left(${span}, coalesce(${own}, char_length(${text})) + ${sql.lit(further)})`, word, areWords);
};

const nearBy = (word: string, areWords: boolean) => sql<boolean>`exists (select from cues near
  where near.video_id = cues.video_id and near.position between cues.position - 1 and cues.position + 1 and ${beginsIn('near', word, areWords)})`;

/** Matches cues where the first word begins and the others occur in the same, previous or next cue. */
const isSaidIn = ({ words: [lead = '', ...others], areWords, but }: Way) =>
  allOf([
    beginsIn('cues', lead, areWords),
    ...others.map((word) => nearBy(word, areWords)),
    ...but.map((phrase) => sql<boolean>`not ${nearBy(phrase, false)}`),
  ]);

/** Cues in which something is said, as rows of `video_id` and `n`. */
const placesSaid = (way: Way, places: ReadonlyMap<string, readonly number[]>, unindexed: readonly string[]) => {
  // A list for each video: of two letters that are everywhere there are as many as cues.
  const lists = [...places.values()].map((numbers) => `{${numbers.join(',')}}`);
  return sql`
    select place.id as video_id, n
    from unnest(${sql.val([...places.keys()])}::uuid[], ${sql.val(lists)}::text[]) as place (id, list)
    cross join unnest(list::int[]) as n
    cross join lateral (
      select from cues where cues.video_id = place.id and cues.position = n and ${isSaidIn(way)} offset 0
    ) said
    union all
    select id as video_id, n
    from unnest(${sql.val([...unindexed])}::uuid[]) as id
    cross join lateral (
      select position as n from cues where cues.video_id = id and ${maybeSaidIn(way)} and ${isSaidIn(way)} offset 0
    ) each`;
};

/** The cue of a hit and those around it, each looked up: a planner that expects many hits would read all cues there are. */
const besideHit = sql`
  cross join lateral (
    select min(start_s) filter (where position = hit.n) as start_s,
      min(text) filter (where position = hit.n - 1) as before,
      min(text) filter (where position = hit.n) as text,
      min(text) filter (where position = hit.n + 1) as after
    from cues where video_id = hit.video_id and position between hit.n - 1 and hit.n + 1 offset 0
  ) cue`;

/** Cues of a video that are looked at first: of what is said often the first place is one of them. */
const fewPlaces = 4;

/** The first line of each of some transcripts in which something is said, with those around it. Seconds. */
export async function firstLines(
  db: Queryable,
  { places, unindexed }: Candidates,
  ids: readonly string[],
  way: Way,
): Promise<{ video_id: string; start_s: number; passage: string }[]> {
  const look = async (from: number, to: number | undefined, unlooked: readonly string[], others: readonly string[]) => {
    const some = unlooked.map((id) => [id, (places.get(id) ?? []).slice(from, to)] as const);
    const left = new Map(some.filter(([, numbers]) => numbers.length > 0));
    if (left.size + others.length === 0) return [];
    const { rows } = await sql<{ video_id: string; start_s: number; passage: string }>`
      with hit as materialized (
        select video_id, min(n) as n from (${placesSaid(way, left, others)}) said group by video_id
      )
      select hit.video_id, cue.start_s, concat_ws(' ', cue.before, cue.text, cue.after) as passage
      from hit ${besideHit}`.execute(db);
    return rows;
  };
  const found = await look(
    0,
    fewPlaces,
    ids,
    unindexed.filter((id) => ids.includes(id)),
  );
  const known = new Set(found.map(({ video_id }) => video_id));
  return [
    ...found,
    ...(await look(
      fewPlaces,
      undefined,
      ids.filter((id) => !known.has(id)),
      [],
    )),
  ];
}

/** A line in which something is said, with those around it. Seconds. */
export type SaidLine = { n: number; start_s: number; before: string | null; text: string; after: string | null };

/** The first lines of each transcript in which something is said, with those around them, and how many there are. */
export async function linesOfEach(db: Queryable, ids: readonly string[], way: Way, most: number) {
  const { places, unindexed } = (await candidatesOf(db, ids, [way]))[0]!;
  if (places.size + unindexed.length === 0) return [];
  const { rows } = await sql<SaidLine & { video_id: string; total: number }>`
    with hit as materialized (
      select video_id, n, row_number() over (partition by video_id order by n) as rank,
        (count(*) over (partition by video_id))::int as total
      from (${placesSaid(way, places, unindexed)}) said
    )
    select hit.video_id, hit.total, hit.n, cue.start_s, cue.before, cue.text, cue.after
    from hit ${besideHit}
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
  await indexLetterPairs(tx, videoId);
}
