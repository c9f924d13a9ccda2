import { sql } from 'kysely';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Asker, inThread } from '../../../platform/subprocess/thread.ts';
import { chooseWindows, type Searched, type Window } from './choose-windows.ts';
import { lookUpTerms, termsOf } from './looked-up-terms.ts';
import type { RankedPassage, RankPassagesInput, ReadWindow } from './rank-passages.thread.ts';

/** The recordings of a workspace, or some of them, in which something is said. */
async function searchedRecordings(
  db: Queryable,
  workspaceId: string,
  recordings: readonly string[] | undefined,
): Promise<(Searched & { playback_id: string })[]> {
  const some = recordings ? sql`and id = any(${sql.val([...recordings])}::uuid[])` : sql``;
  const { rows } = await sql<Searched & { playback_id: string }>`
    select id, playback_id, title, last.end_s as duration, last.position + 1 as cues from videos
    cross join lateral (select position, end_s from cues where video_id = videos.id order by position desc limit 1) last
    where workspace_id = ${workspaceId} and deleted_at is null ${some}`.execute(db);
  return rows;
}

/** The cues of windows, in order. */
async function readWindows(db: Queryable, windows: readonly Window[]): Promise<ReadWindow[]> {
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

export type FoundPassage = RankedPassage & { title: string; playbackId: string };

/**
 * Finds the passages of a workspace's recordings that speak of a question, the best first, at most three of a recording.
 * None where nothing speaks of it.
 */
export async function findLibraryPassages(
  db: Queryable,
  {
    workspaceId,
    question,
    recordings,
    most,
  }: { workspaceId: string; question: string; recordings?: readonly string[] | undefined; most: number },
  asker: Asker,
): Promise<FoundPassage[]> {
  const videos = await searchedRecordings(db, workspaceId, recordings);
  const stems = termsOf(question);
  if (videos.length === 0 || stems.length === 0) return [];
  const looked = await lookUpTerms(
    db,
    videos.map(({ id }) => id),
    stems,
  );
  const { windows, terms } = chooseWindows(videos, looked);
  if (windows.length === 0) return [];
  const input: RankPassagesInput = { windows: await readWindows(db, windows), terms, most };
  const ranked = await inThread<RankedPassage[]>(new URL('./rank-passages.thread.ts', import.meta.url), input, asker);
  const byId = new Map(videos.map((video) => [video.id, video]));
  return ranked.map((passage) => {
    const { title, playback_id: playbackId } = byId.get(passage.videoId)!;
    return { ...passage, title, playbackId };
  });
}
