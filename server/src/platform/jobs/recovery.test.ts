import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { eachDatabase, type Place } from '../../../test/databases.ts';
import { eventually } from '../../../test/member.ts';
import { openDatabase } from '../database/database.ts';
import { createJobs, type JobDefinition } from './jobs.ts';

const log = pino({ level: 'silent' });

eachDatabase((name, open) => {
  describe(`jobs of a killed process on ${name}`, () => {
    let place: Place;
    before(async () => {
      place = await open();
    });
    after(() => place?.close());

    it('run again, and those it had not begun run for the first time', async () => {
      const program = fileURLToPath(new URL('../../../test/crash-worker.ts', import.meta.url));
      const child = spawn(
        process.execPath,
        [program, place.dataDir, ...(place.databaseUrl ? [place.databaseUrl] : [])],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const begun: number[] = [];
      createInterface({ input: child.stdout }).on('line', (line) => begun.push(Number(line)));
      await eventually(async () => (begun.length === 2 ? true : undefined), 'two jobs to begin');
      child.kill('SIGKILL');
      await once(child, 'exit');

      const database = await openDatabase({
        ...place,
        ...(place.databaseUrl ? { url: place.databaseUrl } : {}),
        log,
      });
      const ran = new Map<number, number>();
      const work: JobDefinition<{ n: number }, undefined> = {
        name: 'work',
        slots: 2,
        retries: 0,
        run: async (_ctx, { n }, { attempt }) => void ran.set(n, attempt),
      };
      const jobs = await createJobs<undefined>(database, { work }, undefined, log);
      jobs.start();
      await jobs.idle();
      assert.deepEqual(
        [1, 2, 3, 4].map((n) => ran.get(n)),
        [1, 2, 3, 4].map((n) => (begun.includes(n) ? 2 : 1)),
      );
      await jobs.stop(0);
      await database.close();
    });
  });
});
