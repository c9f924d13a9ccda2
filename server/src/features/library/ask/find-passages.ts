import { sql } from 'kysely';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Queryable } from '../../../platform/database/database.ts';
import type { World } from '../../../platform/http/context.ts';
import { type Asker, inThread } from '../../../platform/subprocess/thread.ts';
import { type NearPassage, nearestPassages } from '../embeddings/passage-embeddings.ts';
import { chooseRecordings } from './choose-recordings.ts';
import { chooseWindows, type Searched, type Window } from './choose-windows.ts';
import { lookUpTerms, termsOf, wordOf } from './looked-up-terms.ts';
import type { RankedPassage, RankedPassages, RankPassagesInput, ReadWindow } from './rank-passages.thread.ts';

/** The recordings of a workspace, or some of them, the newest first. */
async function recordingsOf(
  db: Queryable,
  { workspaceId, recordings }: Pick<SearchedLibrary, 'workspaceId' | 'recordings'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .$if(recordings !== undefined, (query) =>
      query.where('id', '=', sql<string>`any(${sql.val([...recordings!])}::uuid[])`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The ones of some recordings in which something is said. */
async function searchedRecordings(
  db: Queryable,
  ids: Iterable<string>,
): Promise<Map<string, Searched & { playback_id: string }>> {
  const { rows } = await sql<Searched & { playback_id: string }>`
    select id, playback_id, title, last.end_s as duration, last.position + 1 as cues from videos
    cross join lateral (select position, end_s from cues where video_id = videos.id order by position desc limit 1) last
    where id = any(${sql.val([...ids])}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The cues of windows, in order. */
async function readWindows(db: Queryable, windows: readonly Window[]): Promise<ReadWindow[]> {
  if (windows.length === 0) return [];
  const column = <Key extends keyof Window>(key: Key) => sql.val(windows.map((each) => each[key]));
  const { rows } = await sql<Cue & { n: number; speaker: string | null }>`
    select place.n::int as n, start_s as start, end_s as end, text, speaker
    from unnest(${column('videoId')}::uuid[], ${column('from')}::int[], ${column('to')}::int[])
      with ordinality as place (id, low, high, n)
    join cues on video_id = place.id and position >= low and position < high
    order by place.n, position`.execute(db);
  const byWindow = Map.groupBy(rows, ({ n }) => n);
  return windows.flatMap((window, at) => {
    const cues = (byWindow.get(at + 1) ?? []).map(({ start, end, text, speaker }): Cue =>
      speaker === null ? { start, end, text } : { start, end, text, speaker },
    );
    return cues.length === 0 ? [] : [{ ...window, cues }];
  });
}

/** A question to the recordings of a workspace, or some of them. `most`: passages at most. */
export type SearchedLibrary = {
  workspaceId: string;
  question: string;
  recordings: readonly string[] | undefined;
  most: number;
};

/** Recordings that are looked through: a question waits no longer in a larger library. */
const mostLookedThrough = 128;

/** Passages of each of several recordings. */
const mostOfRecording = 3;

export type FoundPassage = RankedPassage & { title: string; playbackId: string };

/** `unsaid`: words of the question that nobody says. */
export type LibraryPassages = { passages: FoundPassage[]; unsaid: string[] };

/**
 * Finds passages that speak of a question, by its words and, where there are embeddings, by its meaning, the best first.
 * None where nothing speaks of it.
 */
export async function findLibraryPassages(
  world: Pick<World, 'database' | 'embeddings' | 'log'>,
  { workspaceId, question, recordings, most }: SearchedLibrary,
  asker: Asker,
): Promise<LibraryPassages> {
  const db = world.database.kysely;
  const ids = await recordingsOf(db, { workspaceId, recordings });
  if (ids.length === 0) return { passages: [], unsaid: [] };
  const found = await findNear(world, ids, question);
  const stems = termsOf(question);
  const chosen = await chooseRecordings(db, { workspaceId, ids }, stems, mostLookedThrough);
  const videos = await searchedRecordings(db, new Set([...chosen.ids, ...found.map(({ videoId }) => videoId)]));
  const near = found.flatMap(({ videoId, from, to }) => {
    const video = videos.get(videoId);
    return video ? [{ videoId, from, to: to ?? video.cues, beside: 0 }] : [];
  });
  const looked = await lookUpTerms(db, chosen.ids, stems);
  const { windows, terms } = chooseWindows(
    chosen.ids.flatMap((id) => videos.get(id) ?? []),
    looked.map((each, n) => ({ ...each, part: chosen.parts[n]! })),
    chosen.ids.length / ids.length,
  );
  if (windows.length + near.length === 0) return { passages: [], unsaid: [] };
  const input: RankPassagesInput = {
    windows: await readWindows(db, windows),
    near: await readWindows(db, near),
    terms,
    most: { all: most, ofRecording: videos.size === 1 ? most : mostOfRecording },
  };
  const ranked = await inThread<RankedPassages>(new URL('./rank-passages.thread.ts', import.meta.url), input, asker);
  const unsaid = looked.filter(({ term, places }, n) => (term.isGuessed || places.size === 0) && !ranked.said[n]);
  return {
    passages: ranked.passages.map((passage) => {
      const { title, playback_id: playbackId } = videos.get(passage.videoId)!;
      return { ...passage, title, playbackId };
    }),
    unsaid: unsaid.map(({ term }) => wordOf(question, term.stem)),
  };
}

/** Milliseconds for the vector of a question, which somebody waits for. */
const patience = 5_000;
/** Passages that are found by their meaning. */
const mostNear = 16;

/** Passages near the meaning of a question, the nearest first; none where its server fails: its words find some. */
async function findNear(
  { database, embeddings, log }: Pick<World, 'database' | 'embeddings' | 'log'>,
  ids: readonly string[],
  question: string,
): Promise<NearPassage[]> {
  if (!embeddings) return [];
  let vector: Float32Array;
  try {
    [vector] = (await embeddings.embed([question], AbortSignal.timeout(patience))) as [Float32Array];
  } catch (error) {
    log.warn(
      { err: error },
      'A question was answered by its words alone: the server of EMBEDDINGS_URL did not answer.',
    );
    return [];
  }
  const { identity: model, leastSimilarity: least } = embeddings;
  return nearestPassages(database.kysely, ids, { model, vector, least, most: mostNear });
}
