import { day, hour } from '@lectern/contract/rules/durations';
import type { World } from '../../platform/http/context.ts';
import { isOwnPlace } from './installation.ts';
import { restoreQuarantined, listQuarantined, quarantine } from './quarantine.ts';
import { finishRemoval } from './pending-deletions.ts';
import { forgetRemovals, removalsAmong, existingIds } from './store.ts';
import { allStored, changedAt, type StoredItem } from './list-stored.ts';

/** Milliseconds within which something may be on its way in: its row is written when its bytes are whole. */
const young = hour;

/** Milliseconds for which a removal is remembered. Should the clock be wrong, what comes later is set aside instead. */
const remembered = 7 * day;

/**
 * Milliseconds after which what became no object is taken for what a killed process left: nobody sends one for so long.
 */
const unfinished = 7 * day;

/** How many ids one query is asked about. */
const batch = 1000;

/**
 * Finishes noted removals, quarantines files without a row and restores those whose row is back. Lists files before
 * reading rows, so new uploads are never quarantined.
 */
export async function sweepFiles(world: World): Promise<void> {
  const { storage, database } = world;
  if (!(await isOwnPlace(world))) {
    world.log.error(`In ${storage.place} is what belongs to another database by now: nothing in it is tidied up.`);
    return;
  }
  await putBackReturned(world);
  const stored = await allStored(storage);
  for (let from = 0; from < stored.length; from += batch) {
    const some = stored.slice(from, from + batch);
    const ids = some.map(({ id }) => id);
    const standing = await existingIds(database.kysely, ids);
    const removals = await removalsAmong(database.kysely, ids, world.now());
    for (const each of some)
      // Removals not due yet belong to incoming files or to a later sweep.
      if (removals.has(each.id)) await finishRemoval(world, each.id);
      else if (!standing.has(each.id)) await moveAside(world, each);
  }
  const left = (await allStored(storage)).map(({ id }) => id);
  await storage.sweep(new Date(world.now().getTime() - unfinished));
  await forgetRemovals(database.kysely, new Date(world.now().getTime() - remembered), left);
}

async function moveAside({ storage, now, log }: World, stored: StoredItem): Promise<void> {
  // A clock that was set back makes it younger than new: then it is looked at again later.
  if (now().getTime() - (await changedAt(storage, stored)) <= young) return;
  log.warn(`Nothing in the database stands for ${stored.what}: it is set aside, and the back office shows it.`);
  await quarantine(storage, stored, now());
}

/** An older database may have been replaced by the right one meanwhile. Two of one id are left to a person. */
async function putBackReturned(world: World): Promise<void> {
  const { storage, database, log } = world;
  const aside = await listQuarantined(storage);
  if (aside.length === 0) return;
  const counts = Map.groupBy(aside, ({ id }) => id);
  for (let from = 0; from < aside.length; from += batch) {
    const some = aside.slice(from, from + batch);
    const standing = await existingIds(
      database.kysely,
      some.map(({ id }) => id),
    );
    for (const each of some) {
      if (!standing.has(each.id) || counts.get(each.id)!.length > 1) continue;
      if (await restoreQuarantined(world, each))
        log.warn(`The database stands for ${each.id} again: it is put back from what was set aside.`);
    }
  }
}
