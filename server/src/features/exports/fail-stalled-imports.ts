import { problems } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import { storageKeys } from '../storage/keys.ts';
import { scheduleDeletion } from '../storage/pending-deletions.ts';
import { importStallMs } from './import-progress.ts';
import { importsReceived, updateImport } from './store.ts';

type Look = { sign: string; since: number };

/** Last observed state of each archive being received, and since when it is unchanged. */
const looks = new WeakMap<World['database'], Map<string, Look>>();

/**
 * Gives up received archives whose process ended, seen by a long unchanged state. `elapsed` is in milliseconds of this
 * process, since wall clocks can be changed.
 */
export async function failStalledImports(world: World, elapsed = performance.now()): Promise<void> {
  const { storage, database } = world;
  const before = looks.get(database);
  const seen = new Map<string, Look>();
  looks.set(database, seen);
  for (const { id, touched_at } of await importsReceived(database.kysely)) {
    const file = await storage.find(storageKeys.archive(id));
    const sign = `${touched_at.getTime()} ${file?.size} ${file?.changedAt.getTime()}`;
    const last = before?.get(id);
    const look = last?.sign === sign ? last : { sign, since: elapsed };
    seen.set(id, look);
    if (elapsed - look.since < importStallMs) continue;
    await database.transaction(async (tx) => {
      const ended = { state: 'failed', problem: problems.archive_incomplete.text } as const;
      if (await updateImport(tx, id, ['receiving'], ended)) await scheduleDeletion(world, tx, id);
    });
  }
}
