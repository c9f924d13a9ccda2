import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { day, hour } from '@lectern/contract/rules/durations';
import { oneDatabase, type TestPlace } from '../../test/databases.ts';
import { signUp } from '../../test/member.ts';
import { readJobs } from '../../test/stored-jobs.ts';
import { openTestWorld, type TestWorld } from '../../test/world.ts';
import type { World } from '../platform/http/context.ts';
import { jobDefinitions } from './jobs.ts';
import { sweep } from './sweep.ts';

oneDatabase((database, open) => {
  describe(`the hourly sweep on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let now = new Date();
    before(async () => {
      place = await open();
      server = await openTestWorld({ ...place, now: () => now });
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    it('does all that can be done while the storage is away, and says what could not', async () => {
      await signUp(server.origin, server.letters);
      const { kysely } = server.world.database;
      const sessions = () => kysely.selectFrom('sessions').select('id').execute();
      assert.equal((await sessions()).length, 1);
      now = new Date(now.getTime() + 400 * day);
      const away = () => {
        throw new Problem('storage_away');
      };
      const storage = new Proxy(server.world.storage, {
        get: (target, name, self) =>
          typeof target[name as keyof typeof target] === 'function' ? away : Reflect.get(target, name, self),
      });
      const world: World = { ...server.world, storage };
      await assert.rejects(sweep(world), (error) => {
        assert.ok(error instanceof AggregateError);
        assert.equal(error.message, 'Not tidied up: removals that were cut off, and files without a row.');
        assert.deepEqual(
          error.errors.map(({ code }: Problem) => code),
          ['storage_away'],
        );
        return true;
      });
      assert.deepEqual(await sessions(), []);
    });

    it('comes within the hour again when the clock ran ahead and was set right', async () => {
      const { kysely } = server.world.database;
      const due = async () =>
        (await readJobs(kysely, { name: 'sweep', state: 'created' })).filter(
          ({ start_after }) => start_after.getTime() < Date.now() + hour,
        ).length;
      await kysely.deleteFrom('jobs').where('name', '=', 'sweep').execute();
      now = new Date('2036-01-01T00:30:00Z');
      const { signal } = new AbortController();
      await jobDefinitions['sweep']!.run(server.world, {}, { id: 'one', attempt: 1, lastAttempt: true, signal });
      now = new Date();
      assert.equal(await due(), 0);
      await server.world.jobs.recoverOrphans();
      await server.world.jobs.recoverOrphans();
      assert.equal(await due(), 1);
    });
  });
});
