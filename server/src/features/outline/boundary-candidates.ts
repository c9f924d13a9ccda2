import type { Evidence } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Queryable } from '../../platform/database/database.ts';
import type { StoredBoundaries } from '../../platform/database/stored-outline.ts';
import { type Asker, inThread } from '../../platform/subprocess/thread.ts';
import type { RankBoundariesInput } from './chapter-places.thread.ts';

/** Where chapters of a recording may begin beside these, in a thread: it reads the whole transcript for that. */
export function rankPlaces(
  cues: readonly Cue[],
  evidence: Evidence,
  starts: readonly number[],
  asker: Asker,
): Promise<StoredBoundaries> {
  const module = new URL('./chapter-places.thread.ts', import.meta.url);
  return inThread<StoredBoundaries>(module, { cues, evidence, starts } satisfies RankBoundariesInput, asker);
}

export async function rankedBoundariesOf(db: Queryable, videoId: string): Promise<StoredBoundaries | undefined> {
  const row = await db
    .selectFrom('chapter_boundaries')
    .select('places')
    .where('video_id', '=', videoId)
    .executeTakeFirst();
  return row?.places ?? undefined;
}

/** Keeps the places of a run, which has done what was wished of it. */
export async function savePlaces(tx: Queryable, videoId: string, places: StoredBoundaries): Promise<void> {
  const row = { places: JSON.stringify(places), requested_count: null };
  await tx
    .insertInto('chapter_boundaries')
    .values({ video_id: videoId, ...row })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(row))
    .execute();
}

export async function forgetPlaces(tx: Queryable, videoId: string): Promise<void> {
  await tx.updateTable('chapter_boundaries').set({ places: null }).where('video_id', '=', videoId).execute();
}

/** Stores the person's request for the next run; null means as many chapters as it finds. */
export async function requestChapterCount(
  tx: Queryable,
  videoId: string,
  wish: 'fewer' | 'more' | null,
): Promise<void> {
  await tx
    .insertInto('chapter_boundaries')
    .values({ video_id: videoId, places: null, requested_count: wish })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet({ requested_count: wish }))
    .execute();
}

export async function requestedChapterCount(db: Queryable, videoId: string): Promise<'fewer' | 'more' | null> {
  const row = await db
    .selectFrom('chapter_boundaries')
    .select('requested_count')
    .where('video_id', '=', videoId)
    .executeTakeFirst();
  return row?.requested_count ?? null;
}
