import { setTimeout as delay } from 'node:timers/promises';
import { folding } from '@lectern/contract/rules/folded-text';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { isInSearch } from '../../transcripts/cues.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { foldChapters } from '../../outline/chapters-of.ts';
import { foldHighlights } from '../../editing/highlights/search-highlights.ts';
import { foldSlides } from '../../outline/slides/stored-slides.ts';
import { indexLetterPairs, isUnindexed } from '../../transcripts/letter-pairs.ts';
import { foldTranscript } from '../../transcripts/search-query.ts';
import { indexSearchKeys, staleRecordings } from './search-keys.ts';
import { searchFoldingOf, saveFolding } from '../../videos/update-video.ts';

/**
 * Folds a locked video's transcript if asked, and its other texts only when their folding is outdated, since every
 * write folds them.
 */
export async function foldTexts(tx: Queryable, videoId: string, transcript: boolean): Promise<void> {
  if (transcript) await foldTranscript(tx, videoId);
  if ((await searchFoldingOf(tx, videoId)) === folding) return;
  await foldSlides(tx, videoId);
  await foldChapters(tx, videoId);
  await foldHighlights(tx, videoId);
  await saveFolding(tx, videoId, folding);
}

/** Times as long as it works on a recording it rests: people search and watch meanwhile. */
const restFactor = 4;

/** Videos that are looked up at a time. */
const batch = 200;

/** The ids of a list that comes in batches, each asked for by the last id of the one before. */
async function* inBatches(next: (after?: string) => Promise<string[]>): AsyncGenerator<string, void> {
  for (let ids = await next(); ids.length > 0; ids = await next(ids.at(-1))) yield* ids;
}

/**
 * Folds texts of older versions and gathers the keys of changed ones, one recording after the other. Repeatable. Throws an
 * `AggregateError` of those that could not be, behind the others.
 */
export async function sweepSearch({ database }: Pick<World, 'database'>): Promise<void> {
  const db = database.kysely;
  const failures: unknown[] = [];
  const renew = async (id: string, work: (tx: Queryable) => Promise<void>): Promise<void> => {
    const began = performance.now();
    try {
      await database.transaction(async (tx) => {
        if (await lockVideoIfThere(tx, id)) await work(tx);
      });
    } catch (error) {
      failures.push(new Error(`The texts of ${id} were not folded.`, { cause: error }));
    }
    await delay(restFactor * (performance.now() - began));
  };
  for await (const id of inBatches((after) => unfoldedVideos(db, after)))
    await renew(id, async (tx) => {
      if ((await searchFoldingOf(tx, id)) === folding) await indexLetterPairs(tx, id);
      else await foldTexts(tx, id, await isInSearch(tx, id));
    });
  for await (const id of inBatches((after) => staleRecordings(db, batch, after)))
    await renew(id, (tx) => indexSearchKeys(tx, id));
  if (failures.length > 0) throw new AggregateError(failures, 'Not all texts that are searched were folded.');
}

/** Videos whose texts may be folded as before or whose transcripts miss the index of short words: the next batch. */
async function unfoldedVideos(db: Queryable, after?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('folding', 'is', null), eb('folding', '<', folding), isUnindexed]))
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(batch)
    .execute();
  return rows.map(({ id }) => id);
}
