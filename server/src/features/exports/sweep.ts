import { readdir, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { World } from '../../platform/context.ts';
import { neededImports } from './store.ts';

/** Milliseconds after which a file that is still coming has stopped coming. */
const longestArrival = 24 * 3600 * 1000;

/** Removes received archives that no import waits for: of a killed process, a cancelled job or a deleted account. */
export async function sweepImports({ files, database, now }: World): Promise<void> {
  const names = await readdir(files.archives).catch(() => []);
  const ids = names.map((name) => basename(name, '.zip'));
  if (ids.length === 0) return;
  const needed = await neededImports(database.kysely, ids, new Date(now().getTime() - longestArrival));
  for (const id of ids) if (!needed.has(id)) await rm(files.archive(id), { force: true });
}
