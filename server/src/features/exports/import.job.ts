import { rm } from 'node:fs/promises';
import { Problem, problems } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import { finalProblem } from '../../platform/jobs/final-problem.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { importArchive } from './import-archive.ts';
import { importById, updateImport } from './store.ts';

const alive = ['waiting', 'running'] as const;

/** Seconds: a whole account of recordings is copied and checked. */
const timeout = 6 * 3600;

/** Brings an archive that was received into its member's account. Repeatable: it goes on after the last whole video. */
export const importJob: JobDefinition<{ importId: string }> = {
  name: 'import',
  retries: 2,
  timeout,
  onCancel: async (tx, { importId }) =>
    void (await updateImport(tx, importId, alive, { state: 'failed', problem: problems.stopped.text })),
  async run(world: World, { importId }, job) {
    const db = world.database.kysely;
    const row = await importById(db, importId);
    const file = world.files.archive(importId);
    if (!row || !(await updateImport(db, importId, alive, { state: 'running' }))) return rm(file, { force: true });
    try {
      await importArchive(world, row.user_id, file, {
        skip: row.imported,
        signal: job.signal,
        onOpen: async (videos) => void (await updateImport(db, importId, alive, { videos })),
        onImported: async (tx, imported) => {
          // Cancelled, or the account is gone: then this video does not come in either.
          if (!(await updateImport(tx, importId, alive, { imported }))) throw new Problem('stopped');
        },
      });
      await updateImport(db, importId, alive, { state: 'done' });
    } catch (error) {
      const problem = finalProblem(error, job);
      world.log.error({ err: problem.cause ?? problem, import: importId }, problem.text);
      await updateImport(db, importId, alive, { state: 'failed', problem: problem.text });
    }
    await rm(file, { force: true });
  },
};
