import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '../../subprocess/thread.ts';

/**
 * Makes the database of a folder that has none yet. In a thread that ends with it, because the engine keeps the 400 MB
 * that initdb took; and under another name first, because a process killed in the middle would leave half a database.
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
