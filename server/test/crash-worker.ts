import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '../src/platform/database/database.ts';
import { createJobs } from '../src/platform/jobs/jobs.ts';

/**
 * `crash-worker.ts DATA_DIR [URL]`: takes two of four jobs and never ends them. Prints a line when it has begun each.
 */
const [dataDir, url] = process.argv.slice(2);
const log = pino({ level: 'fatal' });
const database = await openDatabase({ dataDir: dataDir!, ...(url ? { url } : {}), log });
const begin = async (_ctx: undefined, { n }: { n: number }): Promise<void> => {
  writeSync(1, `${n}\n`);
  await new Promise(() => undefined);
};
const jobs = await createJobs(database, { work: { name: 'work', slots: 2, retries: 0, run: begin } }, undefined, log);
for (const n of [1, 2, 3, 4]) await jobs.enqueue('work', { n });
jobs.start();
