import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { hour } from '../../../contract/src/rules/durations.ts';
import type { Database } from '../../../server/src/platform/database/database.ts';
import type { Oracle } from '../oracle.ts';

/** Makes every folder look as old as one must be before the sweep of a start takes it for left behind. */
export async function ageFolders(dataDir: string): Promise<void> {
  const earlier = new Date(Date.now() - 3 * hour);
  for (const entry of await readdir(dataDir, { withFileTypes: true, recursive: true }))
    if (!entry.parentPath.includes('database')) await utimes(join(entry.parentPath, entry.name), earlier, earlier);
}

/** The folders of recordings below a data folder. */
export const foldersIn = (dataDir: string): Promise<string[]> =>
  readdir(join(dataDir, 'videos')).catch((): string[] => []);

/** Proves that every folder has an owner and every owner has a folder. */
export async function proveFolders({ findings }: Oracle, database: Database, names: readonly string[]): Promise<void> {
  const db = database.kysely;
  const videos = await db.selectFrom('videos').select('id').where('deleted_at', 'is', null).execute();
  const uploads = await db.selectFrom('uploads').select('id').where('state', '=', 'open').execute();
  const owned = new Set([...videos, ...uploads].map(({ id }) => id));
  for (const name of names) findings.check('every folder has an owner', owned.has(name), name);
  for (const { id } of videos) findings.check('every video has its folder', names.includes(id), id);
  const stuck = await db
    .selectFrom('steps')
    .select(['video_id', 'step', 'state'])
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  const rows = stuck.map(({ video_id, step, state }) => `${video_id} ${step} ${state}`);
  findings.check('no step waits or runs without a job', rows.length === 0, rows.join(', '));
}
