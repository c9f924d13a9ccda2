import type { Way } from '@lectern/contract/rules/folded-text';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';

/** The searched text of a cue: its own first `own` characters, then the beginning of the next cue. */
export type CueSearchText = { text: string; own: number };

/** Letters from here on belong to scripts with thousands of them. */
const manyLetters = 0x2e80;

/** Keys that pairs of such letters share, and those that three letters share: a transcript has few of each. */
const shared = { pairs: 2039, triples: 1021 };

/** The key of two letters side by side, by their code points; of a single letter with a 0 before it. */
const pairOf = (first: number, second: number): number =>
  first < manyLetters && second < manyLetters
    ? first * 2 ** 14 + second
    : -1 - ((first * 7919 + second) % shared.pairs);

const tripleOf = (first: number, second: number, third: number): number =>
  -1 - shared.pairs - ((first * 7919 + second * 89 + third) % shared.triples);

/** A key of no letters: it says that a transcript is in the index. */
const mark = -1 - shared.pairs - shared.triples;

const codePoints = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0)!);

/** Gathers which letters, pairs and triples begin in which of `count` cues. */
function createGatherer(count: number) {
  const bytes = Math.ceil(count / 8);
  const gathered = new Map<number, Uint8Array>();
  const set = (key: number, n: number): void => {
    let bits = gathered.get(key);
    if (bits === undefined) gathered.set(key, (bits = new Uint8Array(bytes)));
    bits[n >> 3]! |= 0x80 >> (n & 7);
  };
  return {
    gathered,
    /** Letters behind a cue's own text begin in the next one. Where its text is `next` they are known from there. */
    add(n: number, { text, own }: CueSearchText, next = ''): void {
      const letters = codePoints(text);
      const isKnown = next !== '' && next.startsWith(String.fromCodePoint(...letters.slice(own + 1)));
      const end = isKnown ? Math.min(letters.length, own + 1) : letters.length;
      for (let at = 0; at < end; at += 1) {
        const begins = at < own ? n : n + 1;
        if (begins >= count) return;
        const [first, second, third] = [letters[at]!, letters[at + 1], letters[at + 2]];
        set(pairOf(0, first), begins);
        if (second === undefined) continue;
        set(pairOf(first, second), begins);
        if (third !== undefined) set(tripleOf(first, second, third), begins);
      }
    },
  };
}

const asRows = (gathered: ReadonlyMap<number, Uint8Array>) => {
  const bits = [...gathered.values()].map((bytes) => `x${Buffer.from(bytes).toString('hex')}`);
  return sql`unnest(${sql.val([...gathered.keys()])}::int[], ${sql.val(bits)}::varbit[]) as given (pair, cues)`;
};

/** Cues that are gathered at a time: milliseconds, between which requests have their turn. */
const batch = 200;

/** Puts a transcript whose texts are in the search into the index, instead of what was there. */
export async function indexLetterPairs(tx: Queryable, videoId: string): Promise<void> {
  await tx.deleteFrom('letter_pairs').where('video_id', '=', videoId).execute();
  const last = tx.selectFrom('cues').where('video_id', '=', videoId).where('search_text', 'is not', null);
  const { n: end } = await last.select(({ fn }) => fn.max('position').as('n')).executeTakeFirstOrThrow();
  if (end === null) return;
  const { gathered, add } = createGatherer(end + 1);
  for (let from = 0; from <= end; from += batch) {
    const { rows } = await sql<{ position: number } & CueSearchText>`
      select position, search_text as text, coalesce(span_own, char_length(text)) as own from cues
      where video_id = ${videoId} and position between ${from} and ${from + batch} and search_text is not null
      order by position`.execute(tx);
    for (const [at, { position, ...text }] of rows.slice(0, batch).entries()) add(position, text, rows[at + 1]?.text);
  }
  gathered.set(mark, new Uint8Array(0));
  await sql`insert into letter_pairs select ${videoId}, given.pair, given.cues from ${asRows(gathered)}`.execute(tx);
}

/** Whether the transcript of a row of `videos` is in the search, and not in the index. */
export const isUnindexed = sql<boolean>`(
  exists (select from cues where video_id = videos.id and search_text is not null)
  and not exists (select from letter_pairs where video_id = videos.id and pair = ${sql.lit(mark)}))`;

/** Keeps a transcript in the index whose texts this transaction changes: it adds what is new. Else it leaves the index. */
export const keepLetterPairs = (tx: Queryable): Promise<unknown> =>
  sql`select set_config('lectern.keeps_letter_pairs', 'on', true)`.execute(tx);

/** Adds changed texts of some cues of `count` to the index; those before stay in it until it is made anew. */
export async function addLetterPairs(
  tx: Queryable,
  videoId: string,
  texts: ReadonlyMap<number, CueSearchText>,
  count: number,
): Promise<void> {
  const { gathered, add } = createGatherer(count);
  for (const [n, text] of texts) add(n, text);
  await sql`
    insert into letter_pairs select ${videoId}, given.pair, given.cues from ${asRows(gathered)}
    where exists (select from letter_pairs where video_id = ${videoId} and pair = ${mark})
    on conflict (video_id, pair) do update set cues = letter_pairs.cues | excluded.cues`.execute(tx);
}

/** Triples that are looked up of the first word and of each other: each makes the cues fewer that may hold it. */
const mostTriples = [4, 2];

/** Words that are looked up: the longest, which are the rarest. */
const mostWords = 3;

/** A key of a word, and whether it begins where the word does. */
type WordKey = { pair: number; first: boolean };

function keysOf(word: string, n: number): WordKey[] {
  const letters = codePoints(word);
  const first = (pair: number): WordKey => ({ pair, first: true });
  if (letters.length < 2) return letters.map((letter) => first(pairOf(0, letter)));
  const pairs = letters.slice(1).map((letter, at) => pairOf(letters[at]!, letter));
  if (letters.length < 4) return pairs.map((pair, at) => ({ pair, first: at === 0 }));
  const triples = letters.slice(2).map((letter, at) => tripleOf(letters[at]!, letters[at + 1]!, letter));
  const every = Math.max(1, triples.length / (mostTriples[n] ?? mostTriples[1]!));
  return triples
    .map((pair, at) => ({ pair, first: at === 0 }))
    .filter((_, at) => Math.floor(at / every) > Math.floor((at - 1) / every));
}

/** Cues that may hold what is looked for, by their numbers in order, by video; and the videos that are not in the index. */
export type Candidates = { places: ReadonlyMap<string, readonly number[]>; unindexed: readonly string[] };

/** For each way the cues in which its first word may begin and the others may stand beside it. */
export async function candidatesOf(db: Queryable, ids: readonly string[], ways: readonly Way[]): Promise<Candidates[]> {
  if (ids.length === 0) return ways.map(() => ({ places: new Map(), unindexed: [] }));
  const wanted = ways.flatMap(({ words }, way) =>
    words.slice(0, mostWords).flatMap((word, n, { length }) => {
      const keys = keysOf(word, n);
      return keys.map((key) => ({ ...key, way, n, keys: keys.length, words: length }));
    }),
  );
  const column = <Key extends keyof (typeof wanted)[number]>(key: Key) => sql.val(wanted.map((each) => each[key]));
  const numbers = sql.join((['pair', 'way', 'n', 'keys', 'words'] as const).map((key) => sql`${column(key)}::int[]`));
  const videos = sql`${sql.val([...ids])}::uuid[]`;
  const { rows } = await sql<{ id: string; way: number | null; cues: string }>`
    with word as (
      select video_id, way, n, words, bit_and(case when first then cues else cues | (cues << 1) end) as cues
      from unnest(${numbers}, ${column('first')}::bool[]) as wanted (pair, way, n, keys, words, first)
      join letter_pairs using (pair) where video_id = any(${videos})
      group by video_id, way, n, keys, words having count(*) = keys
    ), passage as (
      select video_id, way, bit_and(case when n = 0 then cues else cues | (cues << 1) | (cues >> 1) end) as cues
      from word group by video_id, way, words having count(*) = words
    )
    select video_id as id, way, cues::text from passage where position(B'1' in cues) > 0
    union all
    select id, null, '' from unnest(${videos}) as id
    where not exists (select from letter_pairs where video_id = id and pair = ${sql.lit(mark)})`.execute(db);
  const unindexed = rows.filter(({ way }) => way === null).map(({ id }) => id);
  return ways.map((_, n) => ({
    places: new Map(rows.filter(({ way }) => way === n).map(({ id, cues }) => [id, placesOf(cues)])),
    unindexed,
  }));
}

function placesOf(bits: string): number[] {
  const places: number[] = [];
  for (let at = bits.indexOf('1'); at !== -1; at = bits.indexOf('1', at + 1)) places.push(at);
  return places;
}
