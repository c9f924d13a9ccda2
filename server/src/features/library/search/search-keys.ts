import { foldText, type Way } from '@lectern/contract/rules/folded-text';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { StepHandler } from '../../videos/pipeline.ts';
import { orderRecordings, partsOf } from '../../videos/library.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';

/** Letters from here on belong to scripts with thousands of them, whose pairs tell as much as five others. */
const manyLetters = 0x2e80;

/** Lengths of the runs of letters within a word that are kept, and of those that are looked for. */
const runLengths = [1, 2, 3, 5] as const;

/** The key of a recording that may hold anything: its texts have changed since, or have too many runs of letters. */
const anything = 0;

/** Keys that are kept of a recording: three hours of speech have some ten thousand. */
const mostKeys = 100_000;

/** Keys that are looked for in one way. */
const mostLookedFor = 24;

/** A run of letters as an integer of 32 bits, never `anything` (FNV-1a). Two runs with one key find a recording too many. */
function keyOf(letters: readonly number[], from: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < from + length; at += 1) hash = Math.imul(hash ^ letters[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) | 0 || 1;
}

const lettersOf = (word: string): number[] => Array.from(word, (letter) => letter.codePointAt(0)!);

/** Adds the keys of a folded text. */
function addKeys(keys: Set<number>, text: string, known: Set<string>): void {
  for (const word of text.split(/\s+/)) {
    if (known.has(word)) continue;
    known.add(word);
    const letters = lettersOf(word);
    const last = letters.map((letter) => letter >= manyLetters);
    for (const length of runLengths)
      for (let from = 0; from + length <= letters.length; from += 1)
        if (length <= 2 || !last.slice(from, from + length).includes(true)) keys.add(keyOf(letters, from, length));
  }
}

/** The keys that a recording has in which all words of a way stand, as far as they are looked for. */
function keysOfWay({ words }: Way): number[] {
  const keys = new Set<number>();
  for (const word of words.flatMap((each) => each.split(/\s+/)).toSorted((a, b) => b.length - a.length)) {
    const letters = lettersOf(word);
    const most = letters.some((letter) => letter >= manyLetters) ? 2 : 5;
    const length = runLengths.findLast((each) => each <= most && each <= letters.length);
    if (length === undefined) continue;
    for (let from = 0; from + length <= letters.length; from += 1) keys.add(keyOf(letters, from, length));
  }
  return [...keys].slice(0, mostLookedFor);
}

/**
 * The recordings of a workspace that a search looks through, newest first, in parts. `holding`: for each way those in which
 * it may stand.
 */
export async function recordingsToSearch(db: Queryable, workspaceId: string, ways: readonly Way[]) {
  const holding = await recordingsThatMayHold(db, workspaceId, ways);
  const ids = await orderRecordings(db, workspaceId, new Set(holding.flatMap((each) => [...each])));
  return { holding, count: ids.length, parts: partsOf(ids) };
}

/** For each way the recordings of a workspace in whose texts it may stand. */
export async function recordingsThatMayHold(
  db: Queryable,
  workspaceId: string,
  ways: readonly Way[],
): Promise<ReadonlySet<string>[]> {
  const each = ways.map(
    (way, n) => sql`select ${sql.lit(n)} as way, video_id
      from recordings_with_keys(${workspaceId}, ${sql.val(keysOfWay(way))}) as video_id`,
  );
  const { rows } = await sql<{ way: number; video_id: string }>`${sql.join(each, sql` union all `)}`.execute(db);
  return ways.map((_, n) => new Set(rows.filter(({ way }) => way === n).map(({ video_id }) => video_id)));
}

/** Cues that are read at a time: milliseconds, between which requests have their turn. */
const batch = 500;

/** Gathers the keys of all texts of a locked recording that are searched. */
async function gatherKeys(tx: Queryable, videoId: string): Promise<Set<number>> {
  const keys = new Set<number>();
  const known = new Set<string>();
  const { rows } = await sql<{ text: string | null }>`
    select unnest(folded) as text from chapters where video_id = ${videoId}
    union all select folded from slides where video_id = ${videoId}
    union all select unnest(array[folded_words, folded_note]) from highlights where video_id = ${videoId}`.execute(tx);
  for (const { text } of rows) addKeys(keys, text ?? '', known);
  const video = await tx
    .selectFrom('videos')
    .select(['title', 'description', 'asset_id', 'playback_id', 'captions_track_id'])
    .where('id', '=', videoId)
    .executeTakeFirstOrThrow();
  for (const text of Object.values(video)) addKeys(keys, foldText(text ?? ''), known);
  for (let from = 0; keys.size <= mostKeys; from += batch) {
    const cues = await tx
      .selectFrom('cues')
      .select('search_text')
      .where('video_id', '=', videoId)
      .where('position', '>=', from)
      .where('position', '<', from + batch)
      .execute();
    if (cues.length === 0) break;
    for (const { search_text } of cues) addKeys(keys, search_text ?? '', known);
  }
  return keys;
}

/** Keeps the keys of a locked recording's texts, as they are in this transaction. */
export async function indexSearchKeys(tx: Queryable, videoId: string): Promise<void> {
  // A change of a text waits for this row, or is waited for here.
  const { numUpdatedRows } = await tx
    .updateTable('search_keys')
    .set({ is_stale: false })
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const keys = await gatherKeys(tx, videoId);
  await tx
    .updateTable('search_keys')
    .set({ keys: keys.size > mostKeys ? [anything] : [...keys] })
    .where('video_id', '=', videoId)
    .execute();
}

/** Lets a step keep the keys of the texts that it has changed. */
export const indexingKeys =
  (step: StepHandler): StepHandler =>
  async (world, video, run) => {
    const result = await step(world, video, run);
    return {
      ...result,
      save: async (tx) => {
        await result?.save?.(tx);
        if (await lockVideoIfThere(tx, video.id)) await indexSearchKeys(tx, video.id);
      },
    };
  };

/** Recordings whose texts have changed since their keys were gathered: the next batch. */
export const staleRecordings = async (db: Queryable, most: number, after?: string): Promise<string[]> =>
  (
    await db
      .selectFrom('search_keys')
      .select('video_id')
      .where('is_stale', '=', true)
      .$if(after !== undefined, (query) => query.where('video_id', '>', after!))
      .orderBy('video_id')
      .limit(most)
      .execute()
  ).map(({ video_id }) => video_id);
