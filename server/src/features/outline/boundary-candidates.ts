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

const rowOf = (db: Queryable, videoId: string) =>
  db
    .selectFrom('chapter_boundaries')
    .select(['places', 'requested_count'])
    .where('video_id', '=', videoId)
    .executeTakeFirst();

export const rankedBoundariesOf = async (db: Queryable, videoId: string): Promise<StoredBoundaries | undefined> =>
  (await rowOf(db, videoId))?.places ?? undefined;

export const requestedChapterCount = async (db: Queryable, videoId: string): Promise<'fewer' | 'more' | null> =>
  (await rowOf(db, videoId))?.requested_count ?? null;

/** Writes these columns; others keep what they hold. */
const writeRow = (
  tx: Queryable,
  videoId: string,
  row: { places?: string; requested_count: 'fewer' | 'more' | null },
): Promise<unknown> =>
  tx
    .insertInto('chapter_boundaries')
    .values({ video_id: videoId, places: null, ...row })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(row))
    .execute();

/** Keeps the places of a run, which has done what was wished of it. */
export const savePlaces = (tx: Queryable, videoId: string, places: StoredBoundaries): Promise<unknown> =>
  writeRow(tx, videoId, { places: JSON.stringify(places), requested_count: null });

/** Stores the person's request for the next run; null means as many chapters as it finds. */
export const requestChapterCount = (tx: Queryable, videoId: string, wish: 'fewer' | 'more' | null): Promise<unknown> =>
  writeRow(tx, videoId, { requested_count: wish });

export async function forgetPlaces(tx: Queryable, videoId: string): Promise<void> {
  await tx.updateTable('chapter_boundaries').set({ places: null }).where('video_id', '=', videoId).execute();
}
