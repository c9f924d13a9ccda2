import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '../../subprocess/thread.ts';

/**
 * Creates the database of an empty folder. Uses a thread, because initdb's 400 MB stay allocated, and a temporary
 * name, because a kill would leave half a database.
 */
export async function initialise(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const workshop = `${folder}.making`;
  await rm(workshop, { recursive: true, force: true });
  const worker = new Worker(new URL('initialise.thread.ts', import.meta.url), {
    workerData: { folder: workshop },
    env: threadEnvironment(),
  });
  const [code] = (await once(worker, 'exit')) as [number];
  if (code !== 0) throw new Error(`The thread that makes a database ended with code ${code}.`);
  await rename(workshop, folder);
}
