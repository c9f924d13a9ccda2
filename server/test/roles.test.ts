import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertEvery } from './assert-every.ts';
import { readConfig } from '../src/main/config.ts';
import { openPostgresPlace, type TestPlace } from './databases.ts';
import { signUp, type TestMember } from './member.ts';
import { findPostgres } from './postgres-cluster.ts';
import { type ServerProcess, createServerSettings, startServer } from './process.ts';
import { getSamplePath } from './sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from './upload.ts';

it('refuses a role that the embedded database has no use for', () => {
  assert.throws(() => readConfig({ ROLE: 'worker' }), /^SettingError: ROLE: worker needs DATABASE_URL/);
});

if (process.env.LECTERN_TEST_POSTGRES || findPostgres())
  describe('a process for people and one for jobs', () => {
    let place: TestPlace;
    let web: ServerProcess;
    let worker: ServerProcess | undefined;
    let member: TestMember;
    before(async () => {
      place = await openPostgresPlace();
      // The mail with the link is a job, too.
      worker = await startServer({ ...(await createServerSettings(place)), ROLE: 'worker' });
      web = await startServer({ ...(await createServerSettings(place)), ROLE: 'web' });
      member = await signUp(web.origin, web.letters);
    });
    after(async () => {
      await web?.stop();
      await worker?.stop();
      await place?.close();
    });

    it('tell of their health, and only the first one answers people', async () => {
      for (const { origin } of [web, worker!]) {
        const ready = await fetch(`${origin}/readyz`);
        assert.equal(ready.status, 200);
        assert.deepEqual(await ready.json(), { database: 'ok', migrations: 'ok', jobs: 'ok', storage: 'ok' });
      }
      const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      assert.equal((await fetch(`${worker!.origin}/api/user/login`, call)).status, 404);
      assert.equal((await fetch(`${worker!.origin}/`)).status, 404);
    });

    it('make a recording of one upload together, when there is a worker', async () => {
      await worker!.stop();
      worker = undefined;
      const id = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
      const waiting = await fetchAsset(member, id);
      assertEvery(waiting.steps, ({ state }) => state === 'waiting');
      worker = await startServer({ ...(await createServerSettings(place)), ROLE: 'worker' });
      const { steps, playable } = await waitUntilProcessed(member, id);
      const made = steps.every(({ state }) => state === 'done');
      assert.ok(playable && made, JSON.stringify(steps));
    });
  });
else console.log('PostgreSQL is not installed here: processes of several roles are not tested.');
