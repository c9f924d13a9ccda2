import { folding } from '@lectern/contract/rules/folded-text';
import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isInSearch } from '../transcripts/cues.ts';
import { lockVideoIfThere } from '../videos/lock.ts';
import { foldTexts } from './fold-texts.ts';

/** Videos that are folded at a time: the others follow in the next round, behind what members wait for. */
const batch = 200;

/**
 * Folds what an older version has put into the search, one recording after the other. Repeatable. Throws an `AggregateError`
 * of those that could not be, behind the others.
 */
export async function sweepSearch({ database }: Pick<World, 'database'>): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await unfoldedVideos(database.kysely))
    try {
      await database.transaction(async (tx) => {
        if (await lockVideoIfThere(tx, id)) await foldTexts(tx, id, await isInSearch(tx, id));
      });
    } catch (error) {
      failures.push(new Error(`The texts of ${id} were not folded.`, { cause: error }));
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Not all texts that are searched were folded.');
}

/** Some videos of which it is not known that their texts in the search are folded as today. */
async function unfoldedVideos(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('folding', 'is', null), eb('folding', '<', folding)]))
    .orderBy('created_at', 'desc')
    .limit(batch)
    .execute();
  return rows.map(({ id }) => id);
}
