import { problems } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import { keyOf } from '../storage/keys.ts';
import { noteRemoval } from '../storage/removals.ts';
import { silence } from './import-progress.ts';
import { importsCutOff, updateImport } from './store.ts';

/**
 * Gives up the archives whose process has gone while they came: nobody will send the rest. On a disk, what comes is written to
 * all the time, and its file tells so even when the clock has jumped.
 */
export async function giveUpSilent({ storage, database, now }: World): Promise<void> {
  const before = new Date(now().getTime() - silence);
  for (const id of await importsCutOff(database.kysely, before)) {
    const file = await storage.find(keyOf.archive(id));
    if (file && file.changedAt > before) continue;
    await database.transaction(async (tx) => {
      const ended = { state: 'failed', problem: problems.archive_incomplete.text } as const;
      if (await updateImport(tx, id, ['receiving'], ended)) await noteRemoval(tx, id);
    });
  }
}
