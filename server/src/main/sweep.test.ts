import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { day, hour } from '@lectern/contract/rules/durations';
import { readJobs } from '../../test/stored-jobs.ts';
import type { World } from '../platform/http/context.ts';
import { jobDefinitions } from './jobs.ts';
import { describeServer } from '../../test/describe-server.ts';
import { sweep } from './sweep.ts';

describeServer('the hourly sweep', { now: new Date() }, (suite) => {
  it('does all that can be done while the storage is away, and says what could not', async () => {
    await suite.signUp();
    const { kysely } = suite.world.database;
    const sessions = () => kysely.selectFrom('sessions').select('id').execute();
    assert.equal((await sessions()).length, 1);
    suite.clock.at = new Date(suite.now().getTime() + 400 * day);
    const away = () => {
      throw new Problem('storage_away');
    };
    const storage = new Proxy(suite.world.storage, {
      get: (target, name, self) =>
        typeof target[name as keyof typeof target] === 'function' ? away : Reflect.get(target, name, self),
    });
    const world: World = { ...suite.world, storage };
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
    const { kysely } = suite.world.database;
    const due = async () =>
      (await readJobs(kysely, { name: 'sweep', state: 'created' })).filter(
        ({ start_after }) => start_after.getTime() < Date.now() + hour,
      ).length;
    // The look that began with the server may store one, too.
    await suite.world.jobs.recoverOrphans();
    await kysely.deleteFrom('jobs').where('name', '=', 'sweep').execute();
    suite.clock.at = new Date('2036-01-01T00:30:00Z');
    const { signal } = new AbortController();
    await jobDefinitions['sweep']!.run(suite.world, {}, { id: 'one', attempt: 1, lastAttempt: true, signal });
    suite.clock.at = new Date();
    assert.equal(await due(), 0);
    await suite.world.jobs.recoverOrphans();
    await suite.world.jobs.recoverOrphans();
    assert.equal(await due(), 1);
  });
});
